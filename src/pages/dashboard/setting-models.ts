import type { Assumption } from '../../gateways/definition.ts';
import type { CheckedView, ReportView } from './live-check.ts';
import type { FormField, ToolPage } from './tool-models.ts';

export interface Hidden {
  readonly name: string;
  readonly value: string;
}

export interface SettingsPage extends ToolPage {
  readonly report: ReportView | undefined;
  readonly groups: readonly SettingGroup[];
  readonly search: string;
  readonly onlyChanged: boolean;
  /** Whether only the assumptions are shown that no setting changes. */
  readonly showsFixed: boolean;
  /** A form that takes the last change back. */
  readonly undo?:
    | { readonly action: string; readonly fields: readonly Hidden[]; readonly to: string }
    | undefined;
  /** Assumptions that no setting changes. Only if they are asked for or found. */
  readonly fixed: readonly (Pick<Assumption, 'id' | 'confidence'> & {
    readonly question: string;
    readonly reason: string;
    readonly checked: CheckedView | undefined;
  })[];
  /** How many settings and assumptions match but are left out. */
  readonly more: number;
  /** Whether only one setting is shown, with its table. */
  readonly opened: boolean;
  /** The number of logged requests that the counts are based on. */
  readonly countedRequests: number;
  readonly changed: number;
}

export interface SettingGroup {
  readonly id: string;
  readonly heading: string;
  readonly rows: readonly SettingRow[];
}

export interface SettingRow {
  readonly name: string;
  readonly reason: string;
  readonly confidence: string;
  readonly title: string;
  readonly action: string;
  /** The error that this setting causes for all clients. */
  readonly gives: string | undefined;
  /** What public clients do. */
  readonly clients?: string | undefined;
  /** Empty if all profiles have the same default. */
  readonly profiles: readonly { readonly names: string; readonly value: string }[];
  readonly present: string;
  readonly usual: string;
  readonly isChanged: boolean;
  /** Whether the last form changed it. */
  readonly isSet: boolean;
  readonly checked: CheckedView | undefined;
  /** Whether a table of many fields is shown. */
  readonly isOpen: boolean;
  /** The number of answers that relied on it. Undefined if it is not an assumption. */
  readonly answers: number | undefined;
  readonly fields: readonly FormField[];
  readonly version: string;
}
