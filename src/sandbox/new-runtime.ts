import { randomUUID } from 'node:crypto';
import { ReportFile } from '../comparison/report-file.ts';
import { Names } from '../gateways/names.ts';
import { performance } from '../host/timers.ts';
import type { AppOptions } from '../http/parts.ts';
import { Journal } from '../journal/journal.ts';
import { Alarms } from '../runtime/alarms.ts';
import { SandboxClock } from '../runtime/clock.ts';
import { type Ids, randomIds } from '../runtime/ids.ts';
import { RateLimiter } from '../runtime/rates.ts';
import { Retention } from '../runtime/retention.ts';
import type { Addresses, Runtime, Trial, TrialChange } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Slices } from '../store/slices.ts';
import { openStore } from '../store/store.ts';

export interface RuntimeOptions extends Partial<AppOptions> {
  readonly ids?: Ids | undefined;
  /** Monotonic milliseconds for retention, which keeps recent events (default: Node's monotonic clock). */
  readonly monotonicMs?: (() => number) | undefined;
  /** How much to copy or delete at once. Tests use smaller slices. */
  readonly slices?: Slices | undefined;
  /** Receives errors that only a bug in the sandbox can cause. */
  readonly reportInternalError?: ((error: unknown) => void) | undefined;
  /** Where the sandbox can be reached. Read for each answer, because the port is known last. */
  readonly addresses: Addresses;
}

/** Builds the runtime for these options. */
export function newRuntime(options: RuntimeOptions, configured: Settings): Runtime {
  const store = openStore(options.data, options.slices);
  const clock = new SandboxClock();
  const journal = new Journal(store, clock);
  const settings = { current: configured };
  const reportInternalError = options.reportInternalError ?? (() => undefined);
  return {
    store,
    clock,
    ids: options.ids ?? randomIds(),
    run: randomUUID(),
    journal,
    alarms: new Alarms(clock, (error) => store.health.sentenceOf(error) ?? reportInternalError(error)),
    names: new Names(options.names),
    methodKinds: options.methods ?? {},
    settings,
    report: reportOf(options),
    rates: new RateLimiter(),
    retention: new Retention(store, journal, settings, options.monotonicMs ?? (() => performance.now())),
    addresses: options.addresses,
    token: options.token,
    reportInternalError,
  };
}

export function reportOf({ compareReport }: RuntimeOptions): ReportFile | undefined {
  return compareReport === undefined ? undefined : new ReportFile(compareReport);
}

/** An in-memory sandbox with the same accounts, to try a request under other settings. It sends nothing. */
export function trialRuntime(options: RuntimeOptions, { store }: Runtime, change: TrialChange): Trial {
  const { settings, names, ids } = change;
  const runtime = newRuntime({ ...options, data: undefined, names, ids }, settings);
  for (const account of store.accounts.all()) runtime.store.accounts.insert(account);
  const end = () => {
    runtime.journal.waits.stop();
    runtime.alarms.stop();
    runtime.retention.stop();
    runtime.store.close();
  };
  return { runtime, end };
}
