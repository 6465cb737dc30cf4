import { describe, expect, it } from 'vitest';
import { tamperings } from '../../src/settings/delivery.ts';
import { decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { crossed } from '../support/spread.ts';
import { wordsOf } from '../support/tool-page.ts';
import { opened, storyAt } from './stories.ts';

/** What arrived, without its address: the demo account has the same key in each sandbox. */
const messages = ({ arrivals }: MerchantServer) =>
  arrivals.map(({ url, body }) => body || (url.split('?')[1] ?? ''));

describe('The callbacks of an imported payment are forged in the same way', () => {
  it.each(crossed(['aggregator', 'cardgw'] as const, tamperings))('%s, %s', async (gateway, tamper) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const url = gateway === 'aggregator' ? 'callback_url' : 'return_url';
    const token = await startCheckout(sandbox, gateway, { [url]: `${merchant.url}/app` });
    await decided(sandbox, token, 'approve', { tamper });
    await sandbox.control('callbacks/2/release', {});
    await settled(sandbox);
    const sent = messages(merchant);

    const file = await sandbox.app.request('/_sandbox/transactions/100001/story');
    const other = await freshSandbox();
    const path = storyAt(await opened(other, await file.text()));
    const app = await freshMerchant();
    const body = new URLSearchParams({ url: `${app.url}/handler` });
    const page = await other.app.request(`${path}/replay`, { method: 'POST', body });
    expect(messages(app).toSorted()).toEqual(sent.toSorted());
    const [, list = ''] = /data-testid="replayed">(.*?)<\/ul>/s.exec(await page.text()) ?? [];
    const method = gateway === 'aggregator' ? 'POST' : 'GET';
    const forged = tamper === 'approved-0' ? 'approved is 0' : 'forged: .+';
    expect(wordsOf(list)).toMatch(new RegExp(`^${method} 1 ${forged} 200 ok ${method} 2 200 ok$`));
  });
});
