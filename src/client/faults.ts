import type { GatewayToken } from '../gateways/gateway.ts';
import type { Duration } from '../protocol/duration.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import { type Connection, segment } from './connection.ts';
import type { Page } from './shapes.ts';
import type { Named, Time } from './words.ts';

interface ErrorEffect {
  /** A documented error in its real envelope. */
  readonly code: ErrorCode;
}

interface StatusEffect {
  /** 200 to 599, with a body that is not the service's own: JSON unless said. */
  readonly http_status: number;
  readonly body?: 'json' | 'html' | 'empty';
}

interface DelayEffect {
  /** The call is carried out and answered late: real time, at most 10 minutes. */
  readonly delay: Duration;
}

interface PastTimeoutEffect {
  /** The call is carried out and answered one second after a client with this time-out has given up. */
  readonly past_timeout: '10s' | '20s' | '30s' | '60s';
}

interface HangEffect {
  /** No answer ever comes; with `after`, the call is carried out first. */
  readonly hang: true;
  readonly after?: boolean;
}

interface ResetEffect {
  /** The connection is reset; with `after`, the call is carried out first. */
  readonly reset: true;
  readonly after?: boolean;
}

/** One of its members, and nothing of another. */
type OneOf<Union, Each = Union> = Each extends unknown
  ? Each & { readonly [Other in Exclude<MembersOf<Union>, keyof Each>]?: never }
  : never;
type MembersOf<Union> = Union extends unknown ? keyof Union : never;

export type Effect = OneOf<
  ErrorEffect | StatusEffect | DelayEffect | PastTimeoutEffect | HangEffect | ResetEffect
>;

/** Which calls it is for; an absent member matches all. */
export interface FaultMatch {
  readonly account?: string;
  readonly gateway?: Named<GatewayToken>;
  readonly action?: 'verify' | 'confirm';
  readonly invoice_no?: string;
  readonly mobile_number?: string;
}

export interface NewFault {
  readonly match?: FaultMatch;
  readonly effect: Effect;
  /** 1 unless said. */
  readonly times?: number | 'always';
  /** Above 0, up to 1: which of the matching calls it meets, drawn by `seed`. */
  readonly probability?: number;
  readonly seed?: number;
}

export interface Fault {
  readonly id: string;
  readonly match: FaultMatch;
  /** As it works: a `past_timeout` is the delay that it stands for. */
  readonly effect: Effect;
  readonly times: number | 'always';
  readonly left: number | 'always';
  readonly probability: number | null;
  readonly seed: number;
  /** How often it has. */
  readonly fired: number;
  readonly created_at: Time;
}

/** Makes the next calls of the merchant API fail. */
export class Faults {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** A client of one account adds it for that account's calls. */
  add(fault: NewFault): Promise<Fault> {
    const account = this.#account === undefined ? {} : { account: this.#account };
    return this.#connection.post('faults', { body: { ...fault, match: { ...account, ...fault.match } } });
  }

  async list(): Promise<readonly Fault[]> {
    const query = { limit: 200, account: this.#account };
    return (await this.#connection.get<Page<Fault>>('faults', { query })).data;
  }

  remove(id: string): Promise<void> {
    return this.#connection.remove(`faults/${segment(id)}`);
  }

  /** A client of one account leaves the other accounts' alone. */
  clear(): Promise<void> {
    return this.#connection.remove('faults', { account: this.#account });
  }
}
