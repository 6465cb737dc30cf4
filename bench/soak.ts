import { callbackMerchant } from './callback-merchant.ts';
import { rounded } from './goals.ts';
import { type Machine, machine } from './machine.ts';
import { atRate, type Delays } from './payments.ts';
import { sandboxWithData } from './programs.ts';
import { start } from './servers.ts';
import { circumstances, markdown } from './tables.ts';

export interface Soak {
  readonly machine: Machine;
  readonly delays: Delays;
  /** Resident memory in MB at the end of each second. */
  readonly memoryMb: readonly number[];
}

/** Wallet payments and checkouts with callbacks in alternation, at a fixed rate, with a data file. */
export async function soak(perSecond: number, minutes: number): Promise<Soak> {
  const begun = machine();
  const merchant = await callbackMerchant();
  const server = await start(sandboxWithData);
  const memoryMb: number[] = [];
  const sampling = setInterval(() => {
    memoryMb.push(server.memoryMb() ?? Number.NaN);
    const minute = memoryMb.length / 60;
    if (Number.isInteger(minute))
      console.error(`soak, minute ${minute}: ${rounded(memoryMb.at(-1) ?? 0)} MB`);
  }, 1000);
  const delays = await atRate(server, merchant, { perSecond, seconds: minutes * 60, walletEvery: 2 });
  clearInterval(sampling);
  await server.stop();
  merchant.close();
  return { machine: begun, delays, memoryMb };
}

export function soakReport({ machine: begun, delays, memoryMb }: Soak): string {
  const row = {
    payments: delays.payments.toLocaleString('en'),
    'a second': rounded(delays.perSecond),
    'memory after a minute, MB': rounded(memoryMb[59] ?? Number.NaN),
    'at the end, MB': rounded(memoryMb.at(-1) ?? Number.NaN),
    'most, MB': rounded(Math.max(...memoryMb)),
    'callback after the approval: median, ms': rounded(delays.medianMs),
    'p95, ms': rounded(delays.p95Ms),
    'p99, ms': rounded(delays.p99Ms),
  };
  return [circumstances(begun), markdown([row])].join('\n\n');
}
