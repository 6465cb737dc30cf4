import { describe, expect, it } from 'vitest';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { Arrival, MerchantServer } from '../support/merchant-server.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { crossed } from '../support/spread.ts';
import { judged, pairsOf, pairsOfJson, type Verdict } from '../support/verifier.ts';

const secret = 'demo_secret_key';

const owed = [
  ['localbankcards', 'approve', 'paid'],
  ['localbankcards', 'cancel', 'canceled'],
  ['cardgw', 'approve', 'paid'],
  ['cardgw', 'cancel', 'canceled'],
  ['aggregator', 'approve', 'paid'],
] as const;

const tamperings = [
  'wrong-hash',
  'no-hash',
  'lower-case-hash',
  'amount',
  'invoice',
  'approved-0',
  'both-flags',
  'types',
] as const;

type Gateway = (typeof owed)[number][0];

/** The verdict of a verifier that only knows the API documentation. */
function verdictOn(gateway: Gateway, { url, body }: Arrival): Verdict {
  return gateway === 'aggregator'
    ? judged('aggregator callback', pairsOfJson(body), secret)
    : judged(gateway, pairsOf(url.split('?')[1] ?? ''), secret);
}

function verdictOnReturn(gateway: Gateway, returnUrl: string): Verdict {
  const kind = gateway === 'aggregator' ? 'aggregator return' : gateway;
  return judged(kind, pairsOf(returnUrl.split('?')[1] ?? ''), secret);
}

async function ended(
  sandbox: TestSandbox,
  merchant: MerchantServer,
  [gateway, decision]: readonly [Gateway, 'approve' | 'cancel'],
  choice: Readonly<Record<string, unknown>> = {},
  fields: Readonly<Record<string, string>> = {},
) {
  const urls = {
    return_url: `${merchant.url}/return`,
    ...(gateway === 'aggregator' && { callback_url: `${merchant.url}/callback` }),
  };
  const token = await startCheckout(sandbox, gateway, { ...urls, ...fields });
  const { json } = await decided(sandbox, token, decision, choice);
  await settled(sandbox);
  return json;
}

describe('A callback is genuine only if approved equals 1 and the HMAC matches', () => {
  it.each(crossed(owed, ['10.00', '7', '0.5', '007']))(
    '%j: callback and return of an amount of %s are accepted',
    async ([gateway, decision, verdict], amount) => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const { return_url: returnUrl } = await ended(sandbox, merchant, [gateway, decision], {}, { amount });
      expect(merchant.arrivals.map((arrival) => verdictOn(gateway, arrival))).toEqual([verdict]);
      expect(verdictOnReturn(gateway, returnUrl)).toBe(verdict);
    },
  );

  it.each(crossed(owed, tamperings))(
    '%j: %s is refused, the genuine one is held, and its release sends it',
    async ([gateway, decision, verdict], tamper) => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const { callbacks } = await ended(sandbox, merchant, [gateway, decision], { tamper });
      expect(callbacks).toEqual(['1', '2']);
      const [forged] = merchant.arrivals;
      // The API documentation also defines `approved` 0, for a payment that failed.
      const isAnswerToo = gateway === 'aggregator' && tamper === 'approved-0';
      expect(forged && verdictOn(gateway, forged)).toBe(isAnswerToo ? 'not approved' : 'refused');
      expect(merchant.arrivals).toHaveLength(1);
      expect(await callback(sandbox, '2')).toMatchObject({ status: 'held', tampered: null, attempts: [] });

      await sandbox.control('callbacks/2/release', {});
      await settled(sandbox);
      const genuine = merchant.arrivals[1];
      expect(genuine && verdictOn(gateway, genuine)).toBe(verdict);
      expect(await callback(sandbox, '2')).toMatchObject({
        status: 'delivered',
        tampered: null,
        attempts: [{ number: 1, genuine: true }],
      });
    },
  );

  it.each(tamperings)('%s with an amount that has no decimals is refused too', async (tamper) => {
    for (const [gateway, decision, verdict] of owed) {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      await ended(sandbox, merchant, [gateway, decision], { tamper }, { amount: '7' });
      const [forged] = merchant.arrivals;
      expect(forged && verdictOn(gateway, forged), `${gateway} ${decision}`).not.toBe(verdict);
    }
  });

  it('aggregator, canceled: no callback, and the return is a genuine approved 0', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const { return_url: returnUrl } = await ended(sandbox, merchant, ['aggregator', 'cancel'], {
      tamper: 'wrong-hash',
    });
    expect(merchant.arrivals).toEqual([]);
    expect(verdictOnReturn('aggregator', returnUrl)).toBe('not approved');
  });

  it('The same message under the key of another account is refused', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await ended(sandbox, merchant, ['cardgw', 'approve']);
    const pairs = pairsOf(merchant.arrivals[0]?.url.split('?')[1] ?? '');
    expect(judged('cardgw', pairs, secret)).toBe('paid');
    expect(judged('cardgw', pairs, 'another_key')).toBe('refused');
  });
});

describe('The browser return while its callback is tampered with', () => {
  const cards = owed.filter(([gateway]) => gateway !== 'aggregator');

  it.each(crossed(cards, tamperings))(
    '%j, %s: the return carries the same forged query',
    async ([gateway, decision], tamper) => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const { return_url: returnUrl } = await ended(sandbox, merchant, [gateway, decision], { tamper });
      expect(returnUrl.slice(merchant.url.length)).toBe(merchant.arrivals[0]?.url);
      expect(verdictOnReturn(gateway, returnUrl)).toBe('refused');
    },
  );

  it.each(tamperings)(
    'aggregator, %s: the return has fields of its own and stays genuine',
    async (tamper) => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const { return_url: returnUrl } = await ended(sandbox, merchant, ['aggregator', 'approve'], { tamper });
      expect(verdictOnReturn('aggregator', returnUrl)).toBe('paid');
    },
  );
});

describe('A tampered callback', () => {
  it('is marked as tampered wherever it is shown, and its attempts count as no delivery', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await ended(sandbox, merchant, ['aggregator', 'approve'], { tamper: 'amount', copies: 2 });
    expect(merchant.arrivals).toHaveLength(2);
    const { data } = (await sandbox.control('callbacks')).json;
    expect(data.map((each: Record<string, unknown>) => [each.id, each.tampered, each.status])).toEqual([
      ['3', null, 'held'],
      ['2', 'amount', 'delivered'],
      ['1', 'amount', 'delivered'],
    ]);
    expect((await callback(sandbox)).attempts).toMatchObject([{ number: 1, genuine: false }]);
    const { data: events } = (await sandbox.control('events?type=callback.attempted')).json;
    const told = events.map((each: Record<string, unknown>) => [each.callback_id, each.tampered].join());
    expect(told.sort()).toEqual(['1,amount', '2,amount']);
  });
});
