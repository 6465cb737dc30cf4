import type { Outbox } from '../callbacks/outbox.ts';
import type { OwnValues } from '../config/member-values.ts';
import type { SandboxClock } from '../runtime/clock.ts';
import type { Runtime, Trial, TrialChange } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Account } from '../store/accounts.ts';
import type { AskedAddress } from './asked-address.ts';

/** What the routes need: the runtime, and operations on the sandbox as a whole. */
export interface AppParts {
  readonly runtime: Runtime;
  readonly outbox: Outbox;
  readonly options: AppOptions;
  /** Starts a second, in-memory sandbox to try out a change. End it after use. */
  readonly trial: (change: TrialChange) => Trial;
  /** Stops the sandbox after the response. Undefined where only its owner can stop it. */
  readonly askToStop: (() => void) | undefined;
  /** The process that ends with the sandbox. Undefined if it is the user's own. */
  readonly pid: number | undefined;
  /** Undefined if the sandbox cannot start it. */
  readonly demoShop: DemoShopPart | undefined;
  /** Aborted when the sandbox stops, which ends open streams. */
  readonly closing: AbortSignal;
  /** Resets the sandbox to its fixtures. */
  readonly reset: () => Promise<void>;
  /** Changes some settings. If one is wrong, throws `SettingsError` and changes none. */
  readonly patchSettings: (patch: unknown) => Promise<Settings>;
  /** Moves the clock and saves its state for a restart. Resolves once everything that became due is done. */
  readonly moveClock: (move: (clock: SandboxClock) => void) => Promise<void>;
  readonly saveSnapshot: (name: string) => Promise<void>;
  /** Returns false when there is no snapshot with that name. */
  readonly restoreSnapshot: (name: string) => Promise<boolean>;
  /** The lines of a snapshot file, to read to the end or to `return`. Undefined if there is no such snapshot. */
  readonly exportSnapshot: (name: string, withSecrets: boolean) => Promise<Generator<string> | undefined>;
  readonly stories: Stories;
  /** Creates a snapshot from a file, optionally under another name. Throws `SnapshotFileError`. */
  readonly importSnapshot: (file: AsyncIterable<Uint8Array>, name?: string) => Promise<ImportedSnapshot>;
}

export interface DemoShopPart {
  /** The tokens of the gateways that the shop supports. */
  readonly gateways: readonly string[];
  /** The account's shop, started if necessary. */
  readonly of: (account: Account, names: Runtime['names']) => Promise<{ readonly url: string }>;
}

/**
 * A payment opened from another sandbox's file. It has a sandbox of its own, which is frozen and sends
 * nothing.
 */
export interface OpenStory {
  /** Of the file's content. */
  readonly id: string;
  readonly transactionId: number;
  /** In ISO 8601, by the clock of the sandbox that exported it. */
  readonly exportedAt: string;
  readonly productVersion: string;
  readonly runtime: Runtime;
}

export interface Stories {
  /** Opens the text of a file, or returns the payment if it is already open. Throws `SnapshotFileError`. */
  readonly open: (text: string) => Promise<OpenStory>;
  readonly get: (id: string) => OpenStory | undefined;
  readonly list: () => readonly OpenStory[];
}

export interface ImportedSnapshot {
  readonly name: string;
  /** Number of rows by the names that the file uses. */
  readonly counts: Readonly<Record<string, number>>;
  /** Whether the accounts got new keys because the file has none. */
  readonly keysReplaced: boolean;
}

/** The configuration and the values derived from it. */
export interface AppOptions extends OwnValues {
  /** Additional allowed `Host` names: `allow_hosts`, and the host of `public_url`. */
  readonly allowedHosts: readonly string[];
  /** The origin of `public_url`, for a sandbox behind a proxy. */
  readonly publicOrigin: string | undefined;
  /** With `public_url: auto`, the address that links use for the current request. */
  readonly askedAddress?: AskedAddress | undefined;
}
