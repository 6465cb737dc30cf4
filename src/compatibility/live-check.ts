import { performance, setTimeout } from '../host/timers.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import { type ClientVerdict, checkClient } from './check-client.ts';
import { provenCount } from './proven.ts';
import type { Bench } from './replay.ts';

interface Kept {
  readonly settings: Settings;
  readonly lastEvent: number;
  readonly lastRequest: number;
  readonly provenCount: number;
  readonly verdict: Promise<ClientVerdict>;
  /** The earliest time for the next check. */
  freeAt: number;
}

export interface LiveVerdict {
  readonly verdict: ClientVerdict;
  /** If the verdict is behind: the time until the next check. */
  readonly againMs: number | undefined;
}

/** With a busy client, checks take at most a sixth of the time. */
const rests = 5;
/** The longest that a page waits for the next check. If that is too short, it shows the previous verdict. */
const longestWaitMs = 1000;

/** By account. The empty one is all of them. */
const kept = new WeakMap<Runtime, Map<string, Kept>>();
/** The account is part of an address, and can be any text. */
const mostKept = 20;

/**
 * The findings of `checkClient` without calling the app, updated only when something has happened. Never
 * shows a verdict for old settings: after a change, the reader waits for a new one.
 */
export async function liveCheck(bench: Bench, account: string): Promise<LiveVerdict> {
  const { runtime } = bench;
  const byAccount = keptOf(runtime);
  const last = byAccount.get(account);
  if (last && isStillRight(runtime, last)) return settled(runtime, last);
  await last?.verdict.catch(() => undefined);
  if (last && byAccount.get(account) !== last) return liveCheck(bench, account);
  if (last?.settings === runtime.settings.current) {
    const waitMs = last.freeAt - performance.now();
    if (waitMs > longestWaitMs) return settled(runtime, last);
    if (waitMs > 0) {
      await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      return liveCheck(bench, account);
    }
  }
  const fresh = begun(bench, account);
  if (byAccount.size >= mostKept) byAccount.clear();
  byAccount.set(account, fresh);
  return settled(runtime, fresh);
}

async function settled(runtime: Runtime, last: Kept): Promise<LiveVerdict> {
  const verdict = await last.verdict;
  if (isStillRight(runtime, last)) return { verdict, againMs: undefined };
  return { verdict, againMs: Math.max(0, Math.ceil(last.freeAt - performance.now())) };
}

function keptOf(runtime: Runtime): Map<string, Kept> {
  const known = kept.get(runtime) ?? new Map<string, Kept>();
  kept.set(runtime, known);
  return known;
}

function begun(bench: Bench, account: string): Kept {
  const { store, settings } = bench.runtime;
  const startedAt = performance.now();
  // Before the check: what comes while it runs may not be in its verdict.
  const [lastEvent, lastRequest] = [store.events.lastId(), store.requests.log.lastId];
  const accountId = account === '' ? undefined : account;
  const verdict = checkClient(bench, { askApp: false, accountId, signal: new AbortController().signal });
  const now: Kept = {
    settings: settings.current,
    lastEvent,
    lastRequest,
    provenCount: provenCount(bench.runtime),
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

function isStillRight(runtime: Runtime, last: Kept): boolean {
  const { store, settings } = runtime;
  return (
    last.provenCount === provenCount(runtime) &&
    last.settings === settings.current &&
    last.lastEvent === store.events.lastId() &&
    last.lastRequest === store.requests.log.lastId
  );
}
