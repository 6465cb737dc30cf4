import { expect, test } from 'vitest';
import { payOn } from '../../src/playwright.ts';
import { docBlocks, runBlock } from '../support/doc-blocks.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

test('docs/client.md, In Playwright: runs as it stands, and pays by the third method', async () => {
  const { redirectUrl, merchant, status } = await openCheckout('aggregator');
  const page = await visitor();
  const [piece] = docBlocks('client.md').filter(({ code }) => code.startsWith('await page.'));
  await runBlock(piece?.code ?? '', { page, payOn, shop: { checkout: async () => redirectUrl } });
  const [callback] = await merchant.arrived(2);
  expect(JSON.parse(callback?.body ?? '')).toMatchObject({ paymet_method: 'method_3' });
  await expect.poll(() => status()).toBe('completed');
});
