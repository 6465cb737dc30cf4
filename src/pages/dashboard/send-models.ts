import type { TesterFrame } from '../tester-models.ts';
import type { Choice } from './tool-models.ts';

export interface SendField {
  readonly name: string;
  readonly value: string;
  readonly rule: string;
  readonly required: boolean;
}

/** "Send a call": the selected values and the endpoint's fields. */
export interface SendPage extends TesterFrame {
  readonly endpoints: readonly Choice[];
  readonly endpoint: string;
  readonly accounts: readonly Choice[];
  /** The account that the call is sent with, also if none is chosen for the other pages. */
  readonly sender: string;
  readonly tokens: readonly Choice[];
  readonly token: string;
  readonly fields: readonly SendField[];
  readonly encoding: string;
  readonly fault: string;
  readonly clientIp: string;
  /** Why the call was not sent: its account is gone. Empty otherwise. */
  readonly missingAccount: string;
  /** Why the source address was refused. Empty otherwise. */
  readonly wrongAddress: string;
  readonly encodings: readonly Choice[];
  readonly faults: readonly Choice[];
}
