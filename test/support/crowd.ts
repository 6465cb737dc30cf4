import { onTestFinished } from 'vitest';
import { rightFields, type TestSandbox } from './sandbox.ts';

/** A mobile number of walletB for each of a crowd. */
const numberOf = (index: number) => `09${40_000_000 + index}`;
export const invoiceOf = (index: number) => `INV-${index}`;

export interface Crowd {
  /** When and how each that waits was answered: first those for a code, then those for an invoice. */
  readonly answers: readonly Promise<{ readonly at: number; readonly status: number }>[];
  /** When the last of the streams got something, once each of them has got so much in all. */
  readonly told: (pieces: number) => Promise<number>;
}

/** Half of them wait for codes, half for events of invoices; and so many read the stream. All of them are left when the test ends. */
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
  // Whoever has asked before this call waits when it is answered.
  await sandbox.control('clock');
  return {
    answers,
    told: async (pieces) => Math.max(...(await Promise.all(readers.map((got) => got(pieces))))),
  };
}

/** A verify of the number of one of the crowd. */
export function verifyOf(sandbox: TestSandbox, index: number) {
  return sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], mobile_number: numberOf(index) });
}

/** Reads all that comes: settles with the time at which so many pieces had come. */
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
