import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { SandboxClient } from '../../src/client.ts';
import { docBlocks, runBlock } from '../support/doc-blocks.ts';
import { freshMerchant } from '../support/fresh.ts';
import { callAs, type MerchantApp, startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';

const pieces = docBlocks('client.md').filter(({ code }) => !/^import |\brequire\(/.test(code));
const inCode = pieces.filter(({ heading }) => heading !== 'In Playwright');

describe('docs/client.md', () => {
  test('has these pieces of code', () => {
    expect(pieces.map(({ heading }) => heading)).toEqual([
      'Codes',
      'Checkouts without a browser',
      'Checkouts without a browser',
      'What happened',
      'Things that go wrong',
      'Settings, snapshots, reset',
      'Tests in parallel',
      'Errors',
      'In Playwright',
    ]);
  });

  test.each(inCode)('$heading: runs as it stands, in process', async ({ code }) => {
    const sandbox = await started();
    await runBlock(code, { sandbox, shop: await shopOf(sandbox), assert });
  });

  test.each(inCode)('$heading: runs as it stands, over HTTP', async ({ code }) => {
    const { url } = await started();
    const sandbox = await SandboxClient.connect(url);
    await runBlock(code, { sandbox, shop: await shopOf(sandbox), assert });
  });
});

async function shopOf(sandbox: MerchantApp) {
  const merchant = await freshMerchant();
  let invoices = 0;
  return {
    askForCode: async (mobile_number: string): Promise<unknown> => {
      const fields = { mobile_number, birth_year: '1990', amount: '10.00' };
      return (await callAs(sandbox, 'walletA/verify', fields)).json();
    },
    checkout: () => startedCheckout(sandbox, 'aggregator', merchant.url, { invoice_no: `INV-${++invoices}` }),
  };
}
