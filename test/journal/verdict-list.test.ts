import { describe, expect, it } from 'vitest';
import { mostJudged } from '../../src/journal/verdict-list.ts';
import { paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';

interface Listed {
  readonly invoices: readonly string[];
  readonly next: string | null;
}

async function listed(sandbox: TestSandbox, query: string): Promise<Listed> {
  const { json } = await sandbox.control(`transactions?${query}`);
  return { invoices: json.data.map((row: { invoice_no: string }) => row.invoice_no), next: json.next };
}

describe('Payments by their verdict', () => {
  it('are those with that verdict alone, with every other filter', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, {}, 'TOLD-1');
    await settled(sandbox);
    await paid(sandbox, merchant.url, { tamper: 'wrong-hash' }, 'FORGED-1');
    await settled(sandbox);
    await paid(sandbox, merchant.url, { hold: true }, 'HELD-1');
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'OPEN-1' });
    await startCheckout(sandbox, 'aggregator', { invoice_no: 'OPEN-2' });
    for (const [verdict, invoices] of [
      ['told', ['TOLD-1']],
      ['forged', ['FORGED-1']],
      ['held', ['HELD-1']],
      ['waiting', ['OPEN-2', 'OPEN-1']],
      ['unaware', []],
    ] as const)
      expect(await listed(sandbox, `verdict=${verdict}`)).toEqual({ invoices, next: null });
    expect((await listed(sandbox, 'verdict=waiting&gateway=cardgw')).invoices).toEqual(['OPEN-1']);
    expect((await listed(sandbox, 'verdict=told&status=started')).invoices).toEqual([]);
  });

  it('come a page at a time, and a page without any leads on', async () => {
    const sandbox = await testSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { hold: true }, 'HELD-1');
    const { store } = sandbox.runtime;
    const [held] = store.transactions.list({}, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
    if (!held) throw new Error('no payment');
    await store.commit(() => {
      for (let n = 0; n < mostJudged; n += 1)
        store.transactions.insert({ ...held, invoiceNo: `REPLIED-${n}`, holdsInvoice: true });
    });
    const first = await listed(sandbox, 'verdict=held');
    expect(first).toEqual({ invoices: [], next: expect.any(String) });
    expect(await listed(sandbox, `verdict=held&cursor=${first.next}`)).toEqual({
      invoices: ['HELD-1'],
      next: null,
    });
    const two = await listed(sandbox, 'verdict=replied&limit=2');
    expect(two.invoices).toEqual([`REPLIED-${mostJudged - 1}`, `REPLIED-${mostJudged - 2}`]);
    expect((await listed(sandbox, `verdict=replied&limit=1&cursor=${two.next}`)).invoices).toEqual([
      `REPLIED-${mostJudged - 3}`,
    ]);
    await sandbox.stop();
  });
});
