import type { MethodKinds } from '../gateways/definition.ts';
import type { NameMap, Names } from '../gateways/names.ts';
import type { Journal } from '../journal/journal.ts';
import type { Settings, SettingsHolder } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Alarms } from './alarms.ts';
import type { SandboxClock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { RateLimiter } from './rates.ts';
import type { Retention } from './retention.ts';

/** What this sandbox is reachable as; known when its port is. */
export interface Addresses {
  /**
   * Start of every `redirect_url`: `--public-url`, else the ready line's `url`, without a slash at the end. With `auto`, the address of the
   * request that asks, so never read it inside a commit.
   */
  readonly publicUrl: string;
  /** Whether a URL leads to the sandbox itself, as far as its text tells. */
  readonly isSandbox: (url: URL) => boolean;
  /** Whether a connection to this address and port would be one to the sandbox itself. */
  readonly isOwnSocket: (address: string, port: number) => boolean;
  /** Where a demo shop listens, once one has been started. */
  readonly shopUrl?: () => string | undefined;
  /** Where callbacks to a host go instead: `host` or `host:port` to the same. For apps that live in a container. */
  readonly callbackHostMap: ReadonlyMap<string, string>;
}

/** Everything outside the program's own rules. Built in one place, `sandbox.ts`; tests replace parts of it. */
export interface Runtime {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly alarms: Alarms;
  readonly names: Names;
  /** What the config says of payment methods; the gateway's own definition says the rest. */
  readonly methodKinds: MethodKinds;
  readonly settings: SettingsHolder;
  readonly rates: RateLimiter;
  readonly retention: Retention;
  readonly addresses: Addresses;
  /** What `/_sandbox` asks for where others than this machine can connect: no log may show it. */
  readonly token: string | undefined;
  /** Reports an error that only a bug in the sandbox explains: it is printed on the terminal. */
  readonly reportInternalError: (error: unknown) => void;
}

/** What is different in a trial, and the ids that it hands out. */
export interface TrialChange {
  readonly settings: Settings;
  readonly names: NameMap;
  readonly ids: Ids;
}

/** A second sandbox in memory, with the accounts of the first one and nothing else. */
export interface Trial {
  readonly runtime: Runtime;
  readonly end: () => void;
}
