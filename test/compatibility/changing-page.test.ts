import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';
import { type Handlers, paid, paidBy, type Shop, shopOf } from './shop.ts';

type Handler = NonNullable<Handlers['back']>;

const banners = ['Summer sale', 'New arrivals', 'Free delivery'];

/** A return page with something that changes with every so many visits, whatever happens to the order. */
function pageWith(part: (visits: number) => string): Handler {
  let visits = -1;
  return ({ orders }: Shop, { fields }) => {
    visits += 1;
    const state = orders.get(fields.invoice_no ?? '') ?? 'pending';
    return { status: 200, body: `Your order is ${state}. ${part(visits)}` };
  };
}

/** What doctor --client says about an app that answers every callback with 200 and an empty body. */
async function verdictOn(callback: Handler, back: Handler) {
  const sandbox = await freshSandbox();
  const shop = await shopOf({ callback, back });
  const { json } = await sandbox.call('aggregator/confirm', {
    ...rightFields['aggregator/confirm'],
    return_url: `${shop.url}/return`,
    callback_url: `${shop.url}/callback`,
  });
  await paid(sandbox, shop, json.result.redirect_url);
  return (await sandbox.control('client/check', { ask_app: true })).json;
}

const silent = { refusal: { status: 200 }, success: { status: 200 } };
const every = [1, 2, 3, 4, 5, 6, 7, 8];

describe('A correct app that answers with an empty body needs nothing', () => {
  it.each(every)('where its return page has a clock that ticks with every %i. visit', async (count) => {
    const clock = (visits: number) => new Date(1000 * Math.floor(visits / count)).toISOString();
    const { failures, proposals, questions } = await verdictOn(paidBy(silent), pageWith(clock));
    expect([failures, proposals]).toEqual([[], []]);
    expect(questions.join()).toContain('Check that the order is paid.');
  });

  it.each(every)('where its return page has another banner with every %i. visit', async (count) => {
    const banner = (visits: number) => banners[Math.floor(visits / count) % 3] ?? '';
    const { failures, proposals } = await verdictOn(paidBy(silent), pageWith(banner));
    expect([failures, proposals]).toEqual([[], []]);
  });

  it('where its return page is a redirect that is never the same', async () => {
    let visits = 0;
    const back = () => {
      visits += 1;
      return { status: 302, location: `/thanks?visit=${'x'.repeat(visits)}` };
    };
    const { failures, proposals } = await verdictOn(paidBy(silent), back);
    expect([failures, proposals]).toEqual([[], []]);
  });
});

it.each(every)(
  'An app that ignored the callback is found out although its page has a clock that ticks with every %i. visit',
  async (count) => {
    const callback = paidBy({ ...silent, layout: 'sorted' });
    const clock = (visits: number) => new Date(1000 * Math.floor(visits / count)).toISOString();
    const { config } = await verdictOn(callback, pageWith(clock));
    expect(config).toEqual({ settings: { signature: { layout: 'sorted' } } });
  },
);
