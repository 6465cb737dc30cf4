import type { Outbox } from '../callbacks/outbox.ts';
import type { OwnValues } from '../config/member-values.ts';
import type { Runtime, Trial, TrialChange } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Account } from '../store/accounts.ts';
import type { AskedAddress } from './asked-address.ts';

/** What the routes are made of: the runtime, and what only the sandbox as a whole can do. */
export interface AppParts {
  readonly runtime: Runtime;
  readonly outbox: Outbox;
  readonly options: AppOptions;
  /** A second sandbox in memory, to try what a change would do. End it after use. */
  readonly trial: (change: TrialChange) => Trial;
  /** Ends the whole sandbox after the answer. Undefined where only its owner can end it. */
  readonly askToStop: (() => void) | undefined;
  /** Where the demo shop of an account is; starts it if it is not running. Undefined where the sandbox does not listen itself. */
  readonly demoShop: ((account: Account) => Promise<{ readonly url: string }>) | undefined;
  /** Aborted when the sandbox stops: open streams end. */
  readonly closing: AbortSignal;
  /** Back to the fixtures. */
  readonly reset: () => Promise<void>;
  /** Changes some settings; throws `SettingsError` and changes nothing when one of them is wrong. */
  readonly patchSettings: (patch: unknown) => Promise<Settings>;
  /** Moves the clock, keeps its state over a restart, and settles when all that became due is done. */
  readonly moveClock: (move: () => void) => Promise<void>;
  readonly saveSnapshot: (name: string) => Promise<void>;
  /** False when there is no snapshot of that name. */
  readonly restoreSnapshot: (name: string) => Promise<boolean>;
  /** The lines of a snapshot as a file; undefined when no snapshot has that name. */
  readonly exportSnapshot: (name: string, withSecrets: boolean) => Promise<Iterable<string> | undefined>;
  readonly stories: Stories;
  /** Makes a snapshot of a file, under another name than the file's if one is given. Throws `SnapshotFileError`. */
  readonly importSnapshot: (file: AsyncIterable<Uint8Array>, name?: string) => Promise<ImportedSnapshot>;
}

/** A payment of another sandbox, opened from its file: a sandbox of its own that stands still and sends nothing. */
export interface OpenStory {
  readonly id: string;
  readonly digest: string;
  readonly transactionId: number;
  /** ISO 8601, by the clock of the sandbox that wrote it. */
  readonly exportedAt: string;
  readonly productVersion: string;
  readonly runtime: Runtime;
}

export interface Stories {
  /** Opens the text of a file; one that is open already stays as it is. Throws `SnapshotFileError`. */
  readonly open: (text: string) => Promise<OpenStory>;
  readonly get: (id: string) => OpenStory | undefined;
  readonly list: () => readonly OpenStory[];
}

export interface ImportedSnapshot {
  readonly name: string;
  /** Rows by the names that the file has for them. */
  readonly counts: Readonly<Record<string, number>>;
  /** Whether the accounts have made-up keys, because the file has none. */
  readonly keysReplaced: boolean;
}

/** The configuration, and what follows from it. */
export interface AppOptions extends OwnValues {
  /** Further names of the `Host` header: `allow_hosts`, and the host of `public_url`. */
  readonly allowedHosts: readonly string[];
  /** Origin of `public_url`, when a proxy stands in front of the sandbox. */
  readonly publicOrigin: string | undefined;
  /** With `public_url: auto`, where links learn the address of the request. */
  readonly askedAddress?: AskedAddress | undefined;
}
