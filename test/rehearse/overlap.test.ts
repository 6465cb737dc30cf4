import { describe, expect, it } from 'vitest';
import { later } from '../../src/host/timers.ts';
import type { RehearsalOptions } from '../../src/rehearse/rehearsal-options.ts';
import type { Around } from '../audit/order-shop.ts';
import { dayOf } from './days.ts';
import { shopDay } from './shop-day.ts';

/** Much longer than the time between two messages that overlap, for slow machines. */
const callbackMs = 400;
const returnMs = 900;

/** What a day finds in an app that handles a message with `handle` before the example answers it. */
async function problemsOf(
  handle: (what: string, invoiceNo: string) => Promise<Response | undefined>,
  readState: (read: RehearsalOptions['readState']) => RehearsalOptions['readState'] = (read) => read,
): Promise<readonly string[]> {
  const around: Around = async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const what = pathname.slice(1);
    if (what !== 'callback' && what !== 'return') return next();
    const [, invoiceNo = ''] = /"invoice_no":"([^"]+)"/.exec(await request.clone().text()) ?? [];
    return (await handle(what, searchParams.get('invoice_no') ?? invoiceNo)) ?? next();
  };
  const options = await shopDay({ gateways: ['aggregator'], mostAtOnce: 100, lateMs: 5000 }, { around });
  const { outcomes } = await dayOf({ ...options, readState: readState(options.readState) });
  return outcomes
    .flatMap(({ problem, customer }) => (problem ? `${problem.kind} ${customer.id}` : []))
    .sort();
}

describe('A day has callbacks and returns that overlap. It finds an app that', () => {
  it('answers a return with an error while it handles the callback', async () => {
    const busy = new Set<string>();
    const problems = await problemsOf(async (what, invoiceNo) => {
      if (what === 'return') return busy.has(invoiceNo) ? new Response('busy', { status: 500 }) : undefined;
      busy.add(invoiceNo);
      await later(callbackMs);
      busy.delete(invoiceNo);
      return undefined;
    });
    expect(problems).toEqual(['broken return-during-callback']);
  });

  it('overwrites a payment with the order that the return had read before', async () => {
    const paid = new Set<string>();
    const overwritten = new Set<string>();
    const problems = await problemsOf(
      async (what, invoiceNo) => {
        const wasPaid = paid.has(invoiceNo);
        await later(what === 'return' ? returnMs : callbackMs);
        if (what === 'callback') {
          paid.add(invoiceNo);
          overwritten.delete(invoiceNo);
        } else if (!wasPaid) overwritten.add(invoiceNo);
        return undefined;
      },
      (read) => async (invoiceNo) => {
        const state = (await read?.(invoiceNo)) ?? { isPaid: false, word: '', timesPaid: 0 };
        return overwritten.has(invoiceNo) ? { isPaid: false, word: 'awaiting', timesPaid: 0 } : state;
      },
    );
    expect(problems).toEqual(['lost callback-during-return', 'lost return-during-callback']);
  });

  it('but not one that only takes its time', async () => {
    const slow = async (what: string) => {
      await later(what === 'return' ? returnMs : callbackMs);
      return undefined;
    };
    expect(await problemsOf(slow)).toEqual([]);
  });
});
