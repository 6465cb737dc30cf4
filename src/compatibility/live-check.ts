import { setTimeout } from '../host/timers.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import { type ClientVerdict, checkClient } from './check-client.ts';
import type { Bench } from './replay.ts';

interface Kept {
  readonly settings: Settings;
  readonly lastEvent: number;
  readonly lastRequest: number;
  readonly verdict: Promise<ClientVerdict>;
  /** From when on the next check may begin. */
  freeAt: number;
}

/** A page that follows a busy client takes a sixth of the time at most. */
const rests = 5;
/** Nobody waits longer for news of a busy client: after a long check, its verdict is shown until the next may begin. */
const longestWaitMs = 1000;

const kept = new WeakMap<Runtime, Kept>();

/**
 * What `checkClient` finds without asking the app, made again only when something has happened.
 * A verdict under old settings is never shown: after a change, the reader waits for the new one.
 */
export async function liveCheck(bench: Bench): Promise<ClientVerdict> {
  const { runtime } = bench;
  const last = kept.get(runtime);
  if (last && isStillRight(runtime, last)) return last.verdict;
  await last?.verdict.catch(() => undefined);
  if (last && kept.get(runtime) !== last) return liveCheck(bench);
  if (last?.settings === runtime.settings.current) {
    const waitMs = last.freeAt - performance.now();
    if (waitMs > longestWaitMs) return last.verdict;
    if (waitMs > 0) {
      await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      return liveCheck(bench);
    }
  }
  const fresh = begun(bench);
  kept.set(runtime, fresh);
  return fresh.verdict;
}

function begun(bench: Bench): Kept {
  const { store, settings } = bench.runtime;
  const startedAt = performance.now();
  const verdict = checkClient(bench, { askApp: false, signal: new AbortController().signal });
  const now: Kept = {
    settings: settings.current,
    lastEvent: store.events.lastId(),
    lastRequest: store.requests.log.lastId,
    verdict,
    freeAt: startedAt,
  };
  const rest = () => {
    const endedAt = performance.now();
    now.freeAt = endedAt + rests * (endedAt - startedAt);
  };
  verdict.then(rest, rest);
  return now;
}

function isStillRight({ store, settings }: Runtime, last: Kept): boolean {
  return (
    last.settings === settings.current &&
    last.lastEvent === store.events.lastId() &&
    last.lastRequest === store.requests.log.lastId
  );
}
