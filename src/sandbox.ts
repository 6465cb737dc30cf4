import type { Hono } from 'hono';
import { type AccountSeed, newAccount } from './accounts.ts';
import { Alarms } from './alarms.ts';
import { Outbox } from './callbacks/outbox.ts';
import { type ClockState, realTime, SandboxClock } from './clock.ts';
import { expiries } from './flows/expiry.ts';
import { type NameMap, Names } from './gateways/names.ts';
import { createApp } from './http/app.ts';
import type { AppEnv } from './http/connection.ts';
import type { AppOptions } from './http/parts.ts';
import { type Ids, randomIds } from './ids.ts';
import { Journal } from './journal/journal.ts';
import { RateLimiter } from './rates.ts';
import type { Addresses, Runtime } from './runtime.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { openStore } from './store/store.ts';

export interface SandboxOptions extends Partial<AppOptions> {
  /** The data file; in memory without one. */
  readonly data?: string | undefined;
  /** The accounts that the sandbox begins with and returns to at a reset. */
  readonly accounts: readonly AccountSeed[];
  /** The settings that the sandbox begins with: the defaults, changed by the config. */
  readonly settings?: Settings | undefined;
  readonly names?: NameMap | undefined;
  readonly ids?: Ids | undefined;
  /** What ends the process that the sandbox runs in. */
  readonly askToStop?: (() => void) | undefined;
  /** Where the sandbox can be reached: read anew for each answer, since the port is known last. */
  readonly addresses: Addresses;
}

/** A whole sandbox without a network: its app answers requests, its outbox sends. */
export interface Sandbox {
  readonly app: Hono<AppEnv>;
  readonly runtime: Runtime;
  readonly reset: () => Promise<void>;
  /** Takes no new work, gives attempts under way 5 s, and closes the store. What is pending stays stored. */
  readonly stop: () => Promise<void>;
}

/** Builds a sandbox: the one place where everything meets. Throws `DataFileError`. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const configured = options.settings ?? defaultSettings('observed');
  const runtime = newRuntime(options, configured);
  const { store, alarms } = runtime;
  const outbox = new Outbox(runtime);
  const closing = new AbortController();
  alarms.add(expiries(runtime));
  alarms.add(outbox);
  store.afterCommit(() => alarms.committed());

  await restore(runtime, configured, options.accounts);
  alarms.check();

  const reset = () => resetTo(runtime, outbox, configured, options.accounts);
  const app = createApp({
    runtime,
    outbox,
    closing: closing.signal,
    askToStop: options.askToStop ?? (() => undefined),
    reset,
    options: appOptions(options),
    patchSettings: (patch) => patchSettings(runtime, configured, patch),
    clockMoved: () => clockMoved(runtime),
  });
  return { app, runtime, reset, stop: () => stop(runtime, outbox, closing) };
}

function newRuntime(options: SandboxOptions, configured: Settings): Runtime {
  const store = openStore(options.data);
  const clock = new SandboxClock();
  return {
    store,
    clock,
    ids: options.ids ?? randomIds,
    journal: new Journal(store, clock),
    alarms: new Alarms(clock),
    names: new Names(options.names),
    settings: { current: configured },
    rates: new RateLimiter(),
    addresses: options.addresses,
  };
}

/** Takes up what a data file holds: the clock, the settings that were changed, the accounts; fixtures where there are none. */
async function restore(
  runtime: Runtime,
  configured: Settings,
  accounts: readonly AccountSeed[],
): Promise<void> {
  const { store, clock } = runtime;
  // Written by ourselves, below.
  const clockState = store.facts.get('clock') as ClockState | undefined;
  if (clockState) clock.set(clockState);
  const patch = store.facts.get('settings');
  if (patch !== undefined)
    runtime.settings.current = (await settingsChange()).changedSettings(configured, patch);
  if (store.accounts.all().length === 0) await store.commit(() => seed(runtime, accounts));
}

function seed({ store, ids, clock }: Runtime, accounts: readonly AccountSeed[]): void {
  for (const account of accounts) store.accounts.insert(newAccount(account, ids, clock.now()));
}

async function resetTo(
  runtime: Runtime,
  outbox: Outbox,
  configured: Settings,
  accounts: readonly AccountSeed[],
): Promise<void> {
  const { store, clock, journal, settings, rates } = runtime;
  await store.commit(() => {
    // Inside the commit: no attempt can end between the two and write into the new state.
    outbox.abandon();
    rates.clear();
    settings.current = configured;
    store.clear();
    seed(runtime, accounts);
    journal.append({ type: 'reset' });
  });
  clock.set(realTime);
}

async function patchSettings(runtime: Runtime, configured: Settings, patch: unknown): Promise<Settings> {
  const { changedSettings, mergedPatch } = await settingsChange();
  const { store, settings, journal } = runtime;
  return store.commit(() => {
    const whole = mergedPatch(store.facts.get('settings') ?? {}, patch);
    const changed = changedSettings(configured, whole);
    store.facts.put('settings', whole);
    journal.append({ type: 'settings.changed', data: { settings: patch } });
    settings.current = changed;
    return changed;
  });
}

async function clockMoved({ store, clock, alarms, journal }: Runtime): Promise<void> {
  await store.commit(() => {
    store.facts.put('clock', clock.state);
    journal.append({
      type: 'clock.moved',
      data: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen },
    });
  });
  await alarms.idle();
}

async function stop({ alarms, store }: Runtime, outbox: Outbox, closing: AbortController): Promise<void> {
  closing.abort();
  alarms.stop();
  await outbox.stop();
  store.close();
}

/** Validation costs start time, and most starts change nothing. */
function settingsChange() {
  return import('./settings-change.ts');
}

function appOptions(options: SandboxOptions): AppOptions {
  return {
    allowedHosts: options.allowedHosts ?? [],
    publicOrigin: options.publicOrigin,
    token: options.token,
    trustProxy: options.trustProxy ?? false,
    testerTools: options.testerTools ?? true,
  };
}
