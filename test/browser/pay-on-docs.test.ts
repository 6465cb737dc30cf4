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

test('payOn on another page names that page, without its query', async () => {
  const { sandboxUrl } = await openCheckout('cardgw');
  const page = await visitor({ locale: 'en-GB' });
  await page.goto(`${sandboxUrl}/_sandbox/inbox?lang=en`);
  const title = JSON.stringify(await page.title());
  await expect(payOn(page, { timeout: 1 })).rejects.toThrow(
    `payOn found no checkout page within 1 ms: the browser is at ${sandboxUrl}/_sandbox/inbox (${title}). Open the \`redirect_url\` of a confirm call first.`,
  );
});
