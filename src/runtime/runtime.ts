import type { ReportFile } from '../comparison/report-file.ts';
import type { MethodKinds } from '../gateways/definition.ts';
import type { NameMap, Names } from '../gateways/names.ts';
import type { Journal } from '../journal/journal.ts';
import type { HostMap } from '../protocol/host-map.ts';
import type { Settings, SettingsHolder } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Alarms } from './alarms.ts';
import type { SandboxClock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { RateLimiter } from './rates.ts';
import type { Retention } from './retention.ts';

/** The sandbox's own addresses. Known once it knows its port. */
export interface Addresses {
  /**
   * The beginning of every `redirect_url`: `--public-url`, else the `url` of the ready line. No trailing
   * slash. With `auto` it depends on the current request, so never read it inside a commit.
   */
  readonly publicUrl: string;
  /** Whether a URL leads to the sandbox itself, as far as its text shows. */
  readonly isSandbox: (url: URL) => boolean;
  /** Whether a connection to this address and port would reach the sandbox itself. */
  readonly isOwnSocket: (address: string, port: number) => boolean;
  /** Where the newest demo shop listens. Undefined if none was started. */
  readonly shopUrl?: () => string | undefined;
  /** Replaces hosts in callback URLs. For apps that run in a container. */
  readonly callbackHostMap: HostMap;
}

/** All state and services outside the rules of the API. Built in `sandbox.ts`. Tests replace parts of it. */
export interface Runtime {
  /** Differs in each run of the sandbox. Open pages and cursors of the log recognize another run by it. */
  readonly run: string;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly alarms: Alarms;
  readonly names: Names;
  /** Method kinds from the config. The gateway's definition supplies the rest. */
  readonly methodKinds: MethodKinds;
  readonly settings: SettingsHolder;
  /** The report of `compare` that the config names. */
  readonly report: ReportFile | undefined;
  readonly rates: RateLimiter;
  readonly retention: Retention;
  readonly addresses: Addresses;
  /** The token for `/_sandbox` when other machines can connect. Logs must not show it. */
  readonly token: string | undefined;
  /** Prints an error that indicates a bug in the sandbox on the terminal. */
  readonly reportInternalError: (error: unknown) => void;
}

/** What a trial changes, and the ids that it generates. */
export interface TrialChange {
  readonly settings: Settings;
  readonly names: NameMap;
  readonly ids: Ids;
}

/** A second, in-memory sandbox with the first one's accounts and nothing else. */
export interface Trial {
  readonly runtime: Runtime;
  readonly end: () => void;
}
