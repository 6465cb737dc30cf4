import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Ids } from '../../../src/runtime/ids.ts';
import { sandboxBreaches } from '../../invariants/sandbox-breaches.ts';
import { nonconformity } from '../../support/conformance.ts';
import { countedIds, type TestSandbox, testSandbox } from '../../support/sandbox.ts';
import { controlRequest } from './control-requests.ts';
import { type Dice, diceOf } from './dice.ts';
import { merchantRequest } from './merchant-requests.ts';
import { pageRequest } from './page-requests.ts';
import { brokenRequest, type WireRequest } from './request.ts';
import { type Exchanged, sendBytes } from './wire.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** The number of requests between two resets. */
  readonly requestsPerReset?: number;
}

export interface FuzzResult {
  readonly requests: number;
  /** Unexpected answers, or missing ones, with the request. */
  readonly finds: readonly string[];
  /** Answers by HTTP status. 0 for no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Memory in MB after each reset and garbage collection. */
  readonly memoryMb: readonly number[];
}

const atOnce = 8;

/** Sends requests of every kind to a sandbox over raw sockets and checks every answer. */
export async function fuzzRun({ requests, seed, requestsPerReset = 1000 }: FuzzOptions): Promise<FuzzResult> {
  const dice = diceOf(seed);
  const ids = renewedIds();
  const sandbox = await testSandbox({ runningClock: true, ids });
  const finds: string[] = [];
  const statuses = new Map<number, number>();
  const memoryMb: number[] = [];
  try {
    const url = await sandbox.listen();
    for (let sent = 0; sent < requests; sent += requestsPerReset) {
      const turn = Array.from({ length: Math.min(requestsPerReset, requests - sent) }, (_, index) =>
        requestOf(dice, sent + index),
      );
      finds.push(...(await sentAll(url, turn, statuses)));
      finds.push(...sandboxBreaches(sandbox).map((breach) => `after request ${sent}: ${breach}`));
      await begunAnew(sandbox, ids);
      memoryMb.push(memoryInUse());
    }
    finds.push(...pollution());
    return { requests, finds, statuses, memoryMb };
  } finally {
    await sandbox.stop();
  }
}

interface RenewedIds extends Ids {
  /** Restarts the count. */
  readonly renew: () => void;
}

/** Sequential IDs, so that requests can name what earlier ones have created. */
function renewedIds(): RenewedIds {
  let counted = countedIds();
  return {
    processId: () => counted.processId(),
    code: (digits) => counted.code(digits),
    token: () => counted.token(),
    key: (prefix) => counted.key(prefix),
    fraction: () => counted.fraction(),
    renew: () => {
      counted = countedIds();
    },
  };
}

/** Also deletes the snapshots: restoring one would bring back IDs that are given out again. */
async function begunAnew(sandbox: TestSandbox, ids: RenewedIds): Promise<void> {
  await sandbox.reset();
  for (const { name } of sandbox.runtime.store.snapshots.list())
    await sandbox.control(`snapshots/${name}`, {}, 'DELETE');
  ids.renew();
}

function requestOf(dice: Dice, place: number): WireRequest {
  const kind = dice.below(100);
  if (kind < 50) return merchantRequest(dice, place);
  if (kind < 78) return controlRequest(dice);
  return kind < 95 ? pageRequest(dice) : brokenRequest(dice);
}

/** Sends a few at a time: the next one as soon as one is answered. */
async function sentAll(
  url: string,
  turn: readonly WireRequest[],
  statuses: Map<number, number>,
): Promise<string[]> {
  const left = [...turn].reverse();
  const finds: string[] = [];
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const answer = await sendBytes(url, next.bytes, next.isFramed).catch((error: Error) => error);
      const status = answer instanceof Error ? 0 : answer.status || 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const why = answer instanceof Error ? answer.message : judged(next, answer);
      if (why !== undefined)
        finds.push(`${why}\n    by ${JSON.stringify(next.bytes.toString('latin1').slice(0, 1500))}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return finds;
}

/** Why an answer is unexpected. */
function judged({ method, target, isFramed }: WireRequest, answer: Exchanged): string | undefined {
  const { status, headers, body } = answer;
  if (headers.has('x-sandbox-fault')) return undefined;
  if (answer.text === '') return isFramed ? 'no answer' : undefined;
  if (!(status >= 200 && status < 500)) return `${status} ${body.slice(0, 300)}`;
  if (!isFramed || headers.get('content-type')?.includes('json') !== true) return undefined;
  return nonconformity({ method, url: target, status, headers: new Headers(), text: body });
}

/** Checks that nothing sent has become a member of every object. */
function pollution(): string[] {
  return Object.keys(Object.prototype).map((name) => `Object.prototype has ${name}`);
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}
