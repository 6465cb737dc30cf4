import { onTestFinished } from 'vitest';
import { rightFields, type TestSandbox } from './sandbox.ts';

/** A walletB number for each member of the crowd. */
const numberOf = (index: number) => `09${40_000_000 + index}`;
export const invoiceOf = (index: number) => `INV-${index}`;

export interface Crowd {
  /** Time and status of each waiter's answer: first those waiting for a code, then those for an invoice. */
  readonly answers: readonly Promise<{ readonly at: number; readonly status: number }>[];
  /** The time at which the last stream received its nth piece in total. */
  readonly told: (pieces: number) => Promise<number>;
}

/**
 * Half of the waiters wait for codes, half for events of invoices. Additional clients read the stream. All
 * are closed when the test ends.
 */
export async function crowd(sandbox: TestSandbox, waiters: number, streams: number): Promise<Crowd> {
  const paths = Array.from({ length: waiters }, (_, index) =>
    index < waiters / 2
      ? `otps/latest?mobile_number=${numberOf(index)}&wait=60s`
      : `events?invoice_no=${invoiceOf(index)}&wait=60s`,
  );
  const answers = paths.map(async (path) => {
    const { status } = await sandbox.app.request(`/_sandbox/api/${path}`);
    return { at: performance.now(), status };
  });
  const readers = await Promise.all(Array.from({ length: streams }, () => reader(sandbox)));
  // All earlier requests are waiting once this call is answered.
  await sandbox.control('clock');
  return {
    answers,
    told: async (pieces) => Math.max(...(await Promise.all(readers.map((got) => got(pieces))))),
  };
}

/** A verify with the number of a crowd member. */
export function verifyOf(sandbox: TestSandbox, index: number) {
  return sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], mobile_number: numberOf(index) });
}

/** Reads everything that arrives. Settles with the time at which this many pieces had arrived. */
async function reader(sandbox: TestSandbox): Promise<(pieces: number) => Promise<number>> {
  const { body } = await sandbox.app.request('/_sandbox/events');
  const stream = body?.getReader();
  if (!stream) throw new Error('the stream has no body');
  onTestFinished(() => stream.cancel());
  await stream.read();
  const times: number[] = [];
  const waiting = new Map<number, (at: number) => void>();
  void (async () => {
    while (!(await stream.read()).done) {
      times.push(performance.now());
      waiting.get(times.length)?.(performance.now());
    }
  })();
  return (pieces) =>
    new Promise((resolve) => {
      const at = times[pieces - 1];
      if (at === undefined) waiting.set(pieces, resolve);
      else resolve(at);
    });
}
