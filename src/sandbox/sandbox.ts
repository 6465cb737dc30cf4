import type { Hono } from 'hono';
import type { AccountSeed } from '../accounts/accounts.ts';
import { Outbox } from '../callbacks/outbox.ts';
import { usualValues } from '../config/member-values.ts';
import { type NamedSettings, noneNamed, ownNames } from '../config/named-settings.ts';
import { expiries } from '../flows/expiry.ts';
import type { AppEnv } from '../http/connection.ts';
import type { AppParts, Stories } from '../http/parts.ts';
import type { SandboxClock } from '../runtime/clock.ts';
import { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { createApp } from './app.ts';
import type { Stopping } from './in-slices.ts';
import { newRuntime, type RuntimeOptions, reportOf, trialRuntime } from './new-runtime.ts';
import { type Reconfiguration, reconfigure } from './reconfigure.ts';
import { refuseMissingTimes } from './report-times.ts';
import { beginFrom, snapshotFiles } from './snapshot-files.ts';
import { restoreSnapshot, saveSnapshot } from './snapshots.ts';
import { type Beginning, moveClock, patchSettings, reset, type Start, takeUp } from './state.ts';
import { storedSettingsError } from './stored-settings-error.ts';
import { openStories } from './stories.ts';

export interface SandboxOptions extends RuntimeOptions {
  /** The accounts to start with, and to restore on a reset. */
  readonly accounts: readonly AccountSeed[];
  /** The settings to start with: the defaults, changed by the config. */
  readonly settings?: Settings | undefined;
  readonly namedSettings?: NamedSettings;
  /** A snapshot file to start from. */
  readonly from?: AsyncIterable<Uint8Array> | undefined;
  /** The contents of a payment file to open. */
  readonly story?: string | undefined;
  /** Ends the process that runs the sandbox. */
  readonly askToStop?: (() => void) | undefined;
  readonly pid?: number | undefined;
  readonly demoShop?: AppParts['demoShop'];
}

/** A complete sandbox without a network: its app answers requests, and its outbox sends callbacks. */
export interface Sandbox {
  readonly app: Hono<AppEnv>;
  readonly runtime: Runtime;
  readonly reset: () => Promise<void>;
  /** Applies a changed configuration and keeps the state. Throws and changes nothing if storing fails. */
  readonly reconfigure: (next: Reconfiguration) => Promise<readonly string[]>;
  readonly stories: Stories;
  /**
   * Ends streams and waits, starts no new attempts and gives those under way 5 s. Closes the store once
   * `served` resolves, after the last request. Pending callbacks stay stored.
   */
  readonly stop: (served?: Promise<void>) => Promise<void>;
}

/**
 * Builds a sandbox: the only place where all parts meet. Throws `UserError`, and then the data file has the rows
 * that it had: what can be refused without the file comes first, and work that is due comes last. A refusal that
 * had to read an older file leaves it migrated.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { accounts, settings = defaultSettings('observed'), namedSettings = noneNamed } = options;
  const beginning: Beginning = { settings, own: ownNames(namedSettings), accounts };
  refuseMissingTimes({ report: reportOf(options) }, settings);
  const stories = await storiesOf(options);
  const runtime = newRuntime(options, settings);
  const outbox = new Outbox(runtime);
  const closing = new AbortController();
  const stopping = () => closing.signal.aborted;
  const changes = stateChanges(runtime, outbox, beginning, { stopping, stories });
  await begun(options, runtime, beginning, changes).catch((error) => {
    runtime.store.closeUnused();
    throw error;
  });
  beginAlarms(runtime, outbox);

  const parts: AppParts = {
    runtime,
    outbox,
    closing: closing.signal,
    ...ofOwner(options),
    options: { ...usualValues, allowedHosts: [], publicOrigin: undefined, ...options },
    trial: (change) => trialRuntime(options, runtime, change),
    ...changes,
  };
  return {
    app: createApp(parts),
    runtime,
    reset: parts.reset,
    reconfigure: changes.reconfigure,
    stories: changes.stories,
    stop: (served) => stop(runtime, outbox, closing, served).finally(changes.stories.end),
  };
}

async function storiesOf(options: SandboxOptions): Promise<ReturnType<typeof openStories>> {
  const stories = openStories(options);
  if (options.story !== undefined) await stories.open(options.story);
  return stories;
}

async function begun(
  { data, from, namedSettings = noneNamed }: SandboxOptions,
  runtime: Runtime,
  beginning: Beginning,
  changes: ReturnType<typeof stateChanges>,
): Promise<void> {
  const start = { ...beginning, named: namedSettings.start };
  const restoreSnapshot = (name: string) => changes.restoreSnapshot(name, start);
  const taken = from ? beginFrom(runtime, { ...changes, restoreSnapshot }, from) : takeUp(runtime, start);
  await taken.catch(async (error) => {
    throw await storedSettingsError(error, from ? undefined : data);
  });
}

/** From here on, callbacks are sent. */
function beginAlarms(runtime: Runtime, outbox: Outbox): void {
  const { store, alarms } = runtime;
  for (const alarm of [expiries(runtime), outbox]) alarms.add(alarm);
  store.afterCommit(() => alarms.committed());
  alarms.check();
}

/** Functions that only the process itself can provide. */
function ofOwner({ askToStop, demoShop, pid }: SandboxOptions) {
  return { askToStop, demoShop, pid } satisfies Partial<AppParts>;
}

/**
 * Operations that change the whole state, one after another. Waiting for due work happens outside their
 * turns, because it may take long. So does copying a large snapshot, which only blocks resets and other
 * snapshots.
 */
function stateChanges(
  runtime: Runtime,
  outbox: Outbox,
  beginning: Beginning,
  { stopping, stories }: { stopping: Stopping; stories: ReturnType<typeof openStories> },
) {
  const inTurn = new InTurn();
  const whole = new InTurn();
  const turns = { inTurn, stopping };
  return {
    stories,
    ...snapshotFiles(runtime, beginning, inTurn),
    reset: () => whole.run(() => inTurn.run(() => reset(runtime, outbox, beginning))),
    reconfigure: (next: Reconfiguration) => inTurn.run(() => reconfigure(runtime, beginning, next)),
    patchSettings: (patch: unknown) => inTurn.run(() => patchSettings(runtime, beginning, patch)),
    moveClock: async (move: (clock: SandboxClock) => void) => {
      await inTurn.run(() => moveClock(runtime, move));
      await runtime.alarms.idle();
    },
    saveSnapshot: (name: string) => whole.run(() => saveSnapshot(runtime, name, turns)),
    restoreSnapshot: async (name: string, start: Start = { ...beginning, named: [] }) => {
      const isRestored = await whole.run(() => restoreSnapshot(runtime, outbox, start, name, turns));
      if (isRestored) await runtime.alarms.idle();
      return isRestored;
    },
  };
}

async function stop(
  { alarms, journal, retention, store }: Runtime,
  outbox: Outbox,
  closing: AbortController,
  served?: Promise<void>,
): Promise<void> {
  closing.abort();
  journal.waits.stop();
  alarms.stop();
  retention.stop();
  await Promise.all([outbox.stop(), served]);
  store.close();
}
