import type { Hono } from 'hono';
import type { AccountSeed } from '../accounts/accounts.ts';
import { Outbox } from '../callbacks/outbox.ts';
import { usualValues } from '../config/member-values.ts';
import { expiries } from '../flows/expiry.ts';
import type { AppEnv } from '../http/connection.ts';
import type { AppParts, Stories } from '../http/parts.ts';
import { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { createApp } from './app.ts';
import { newRuntime, type RuntimeOptions, trialRuntime } from './new-runtime.ts';
import { type Reconfiguration, reconfigure } from './reconfigure.ts';
import { beginFrom, snapshotFiles } from './snapshot-files.ts';
import {
  type Beginning,
  moveClock,
  patchSettings,
  reset,
  restoreSnapshot,
  saveSnapshot,
  takeUp,
} from './state.ts';
import { openStories } from './stories.ts';

export interface SandboxOptions extends RuntimeOptions {
  /** The accounts that the sandbox begins with and returns to at a reset. */
  readonly accounts: readonly AccountSeed[];
  /** The settings that the sandbox begins with: the defaults, changed by the config. */
  readonly settings?: Settings | undefined;
  /** A snapshot's file, in whose state the sandbox begins. */
  readonly from?: AsyncIterable<Uint8Array> | undefined;
  /** A payment's file, which the sandbox opens. */
  readonly story?: string | undefined;
  /** What ends the process that the sandbox runs in. */
  readonly askToStop?: (() => void) | undefined;
  readonly demoShop?: AppParts['demoShop'];
}

/** A whole sandbox without a network: its app answers requests, its outbox sends. */
export interface Sandbox {
  readonly app: Hono<AppEnv>;
  readonly runtime: Runtime;
  readonly reset: () => Promise<void>;
  /** Takes another beginning and other names without losing state; throws and changes nothing when an account cannot be stored. */
  readonly reconfigure: (next: Reconfiguration) => Promise<readonly string[]>;
  readonly stories: Stories;
  /**
   * Ends streams and waits, starts no new attempt and gives those under way 5 s. Closes the store once the last request is `served`.
   * What is pending stays stored.
   */
  readonly stop: (served?: Promise<void>) => Promise<void>;
}

/** Builds a sandbox: the one place where everything meets. Throws `DataFileError`. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { settings = defaultSettings('observed'), accounts } = options;
  const beginning: Beginning = { settings, accounts };
  const runtime = newRuntime(options, beginning.settings);
  const { store, alarms } = runtime;
  const outbox = new Outbox(runtime);
  const closing = new AbortController();
  alarms.add(expiries(runtime));
  alarms.add(outbox);
  store.afterCommit(() => alarms.committed());
  const changes = stateChanges(runtime, outbox, beginning, openStories(options));
  await begun(options, runtime, beginning, changes).catch((error) => {
    store.close();
    throw error;
  });
  alarms.check();

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

async function begun(
  { from, story }: SandboxOptions,
  runtime: Runtime,
  beginning: Beginning,
  changes: ReturnType<typeof stateChanges>,
): Promise<void> {
  if (from) await beginFrom(runtime, changes, from);
  else await takeUp(runtime, beginning);
  if (story !== undefined) await changes.stories.open(story);
}

/** What only the owner of the process can give. */
function ofOwner({ askToStop, demoShop }: SandboxOptions): Pick<AppParts, 'askToStop' | 'demoShop'> {
  return { askToStop, demoShop };
}

/** What changes the state as a whole. Waiting for the work that became due is left out of the turns: it may take long. */
function stateChanges(
  runtime: Runtime,
  outbox: Outbox,
  beginning: Beginning,
  stories: ReturnType<typeof openStories>,
) {
  const inTurn = new InTurn();
  return {
    stories,
    ...snapshotFiles(runtime, beginning, inTurn),
    reset: () => inTurn.run(() => reset(runtime, outbox, beginning)),
    reconfigure: (next: Reconfiguration) => inTurn.run(() => reconfigure(runtime, beginning, next)),
    patchSettings: (patch: unknown) => inTurn.run(() => patchSettings(runtime, beginning, patch)),
    moveClock: async (move: () => void) => {
      await inTurn.run(() => moveClock(runtime, move));
      await runtime.alarms.idle();
    },
    saveSnapshot: (name: string) => inTurn.run(() => saveSnapshot(runtime, name)),
    restoreSnapshot: async (name: string) => {
      const isRestored = await inTurn.run(() => restoreSnapshot(runtime, outbox, beginning, name));
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
