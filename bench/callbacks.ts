import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { type CallbackMerchant, callbackMerchant } from './callback-merchant.ts';
import { drive } from './client.ts';
import { atRate, type Delays } from './payments.ts';
import { type Program, sandbox, sandboxWithData } from './programs.ts';
import { approve, checkoutWithCallback, control, listed } from './requests.ts';
import { type Server, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

export interface CallbackFigures {
  readonly name: string;
  /** Many due callbacks to one merchant that answers immediately. */
  readonly perSecond: Spread;
  /** Relative to a bare program that sends to the same merchant with the global `fetch`, 16 at a time. */
  readonly ratio: Spread;
  /** From sending the approval to the arrival of the callback. Includes the commit. */
  readonly delays: Delays;
}

export interface CallbackRuns {
  readonly rounds: number;
  /** Callbacks per round. */
  readonly burst: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Measures callbacks to a merchant in this process, alternating between the sandbox and `fetch`. */
export async function callbacks(runs: CallbackRuns): Promise<CallbackFigures[]> {
  const merchant = await callbackMerchant();
  const figures: CallbackFigures[] = [];
  for (const program of [sandbox, sandboxWithData]) figures.push(await figuresOf(program, merchant, runs));
  merchant.close();
  return figures;
}

async function figuresOf(
  program: Program,
  merchant: CallbackMerchant,
  { rounds, burst, perSecond, seconds }: CallbackRuns,
): Promise<CallbackFigures> {
  console.error(`callbacks, ${program.name}`);
  const server = await start(program);
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const fetched = await fetchRate(merchant, burst);
    const sent = await burstRate(server, merchant, burst, `B${round}`);
    // The first round is a warm-up.
    if (round === 0) continue;
    rates.push(sent);
    ratios.push(sent / fetched);
  }
  const delays = await atRate(server, merchant, { perSecond, seconds });
  await server.stop();
  return { name: program.name, perSecond: spreadOf(rates), ratio: spreadOf(ratios), delays };
}

const fetchSender = join(import.meta.dirname, 'baselines/fetch.js');

async function fetchRate(merchant: CallbackMerchant, count: number): Promise<number> {
  merchant.forget();
  const ended = promisify(execFile)(execPath, [fetchSender, merchant.url, String(count)]);
  const rate = await arrivalRate(merchant, count);
  await ended;
  return rate;
}

/** Creates payments whose callbacks are due in an hour, then advances the clock by an hour. */
async function burstRate(
  { url }: Server,
  merchant: CallbackMerchant,
  count: number,
  series: string,
): Promise<number> {
  const ask = asker(Number(new URL(url).port));
  await ask([control('PATCH', '/_sandbox/api/settings', { callback: { delay: '1h' } })]);
  const confirms = Array.from({ length: count }, (_, index) =>
    checkoutWithCallback(`${series}-${index}`, merchant.url),
  );
  const confirmed = await ask(confirms);
  await ask(confirmed.map((body) => approve(/token=([\w-]+)/.exec(body)?.[1] ?? '')));
  merchant.forget();
  await ask([control('POST', '/_sandbox/api/clock/advance', { by: '1h' })]);
  const rate = await arrivalRate(merchant, count);
  await ask([control('PATCH', '/_sandbox/api/settings', { callback: { delay: '0s' } })]);
  return rate;
}

/** Callbacks per second, counted from the first arrival. */
async function arrivalRate(merchant: CallbackMerchant, count: number): Promise<number> {
  await merchant.arrived(1);
  const startedAt = performance.now();
  await merchant.arrived(count);
  return ((count - 1) / (performance.now() - startedAt)) * 1000;
}

/** Sends requests over 16 connections and returns the response bodies. */
function asker(port: number): (requests: readonly Buffer[]) => Promise<string[]> {
  return async (requests) => {
    const bodies: string[] = [];
    const onBody = (body: string) => bodies.push(body);
    const { wrong } = await drive({ port, connections: 16, seconds: 600, next: listed(requests), onBody });
    if (wrong > 0) throw new Error(`${wrong} of ${requests.length} answers were not 200: ${bodies.at(-1)}`);
    return bodies;
  };
}
