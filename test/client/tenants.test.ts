import { describe, expect, it } from 'vitest';
import type { AccountClient, SandboxClient } from '../../src/client.ts';
import { SandboxClient as Client } from '../../src/client.ts';
import { freshMerchant } from '../support/fresh.ts';
import { callAs, startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';

const verifyFields = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };

describe('accounts.create()', () => {
  it('gives a client of a whole tenant with keys of its own', async () => {
    const sandbox = await started();
    const shop = await sandbox.accounts.create({ name: 'Second Shop' });
    expect(shop.url).toBe(sandbox.url);
    expect(shop.account.apiKey).not.toBe('demo_api_key');
    expect((await callAs(shop, 'walletA/verify', verifyFields)).status).toBe(200);
    expect(await sandbox.accounts.get(shop.account.id)).toMatchObject({
      name: 'Second Shop',
      approved: true,
      api_key: shop.account.apiKey,
      secret_key: shop.account.secretKey,
      access_tokens: shop.account.accessTokens,
    });
  });

  it('two tenants in parallel see what is their own: codes, transactions, callbacks, events, requests', async () => {
    const sandbox = await Client.connect((await started()).url);
    const [first, second] = await Promise.all([tenantStory(sandbox), tenantStory(sandbox)]);
    expect(first.ids).not.toEqual(second.ids);
    for (const { client, ids, code } of [first, second]) {
      const mine = { account: client.account.id };
      expect(await client.otp('0912345678')).toMatchObject({ ...mine, code });
      expect((await client.otps.list()).data).toMatchObject([mine]);
      const transactions = (await client.transactions.list({ invoice_no: 'INV-1' })).data;
      expect(transactions.map(({ transaction_id: id, account }) => [id, account])).toEqual([
        [ids, client.account.id],
      ]);
      expect((await client.callbacks.list()).data).toMatchObject([{ ...mine, transaction_id: ids }]);
      expect((await client.requests.list()).data).toMatchObject([mine, mine]);
      const { data: events } = await client.events.list();
      expect(new Set(events.map(({ account }) => account))).toEqual(new Set([client.account.id]));
    }
    expect((await sandbox.transactions.list()).data).toHaveLength(2);
  });

  it('a fault of one tenant is never for another, whatever account its match names', async () => {
    const sandbox = await started();
    const shop = await sandbox.accounts.create({ id: 'ten' });
    const effect = { code: 'MAINTENANCE_MODE' } as const;
    // JavaScript callers can pass undefined.
    const nobody = { account: undefined } as object;
    expect(await shop.faults.add({ effect, match: nobody })).toMatchObject({ match: { account: 'ten' } });
    expect(await shop.faults.add({ effect, match: { account: 'ten' } })).toMatchObject({
      match: { account: 'ten' },
    });
    await expect(shop.faults.add({ effect, match: { account: 'demo' } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'match.account must be "ten", like this client, not the string demo.',
    });
    expect((await callAs(sandbox, 'walletA/verify', verifyFields)).status).toBe(200);
    expect(await sandbox.faults.add({ effect, match: nobody })).toMatchObject({ match: {} });
  });

  it('a fault of one tenant meets only that one, and clearing its own leaves the others', async () => {
    const sandbox = await started();
    const shop = await sandbox.accounts.create();
    await shop.faults.add({ effect: { code: 'MAINTENANCE_MODE' } });
    await sandbox.faults.add({ effect: { delay: 0 }, match: { account: 'demo' } });
    expect((await callAs(sandbox, 'walletA/verify', verifyFields)).status).toBe(200);
    expect(await (await callAs(shop, 'walletA/verify', verifyFields)).json()).toMatchObject({
      error: { code: 'MAINTENANCE_MODE' },
    });
    expect((await shop.faults.list()).map(({ match }) => match)).toEqual([{ account: shop.account.id }]);
    await shop.faults.clear();
    expect(await shop.faults.list()).toEqual([]);
    expect((await sandbox.faults.list()).map(({ match }) => match.account)).toEqual(['demo']);
  });

  it('opens a client of an account that is there already', async () => {
    const sandbox = await started();
    const made = await sandbox.accounts.create({ id: 'shop-2' });
    expect((await sandbox.accounts.open('shop-2')).account).toEqual(made.account);
  });

  it('changes and renews: the old key stops working at once', async () => {
    const sandbox = await started();
    const shop = await sandbox.accounts.create();
    const { id } = shop.account;
    const renewed = await sandbox.accounts.renew(id, 'api_key');
    expect(renewed.api_key).not.toBe(shop.account.apiKey);
    expect((await callAs(shop, 'walletA/verify', verifyFields)).status).toBe(401);
    const changed = await sandbox.accounts.change(id, { gateways: { walletA: { allowed: false } } });
    expect(changed.gateways).toMatchObject({
      walletA: { allowed: false, configured: true },
      walletB: { allowed: true },
    });
  });
});

/** Requests a code and pays a checkout, both with one new tenant. */
async function tenantStory(
  sandbox: SandboxClient,
): Promise<{ client: AccountClient; ids: string; code: string }> {
  const client = await sandbox.accounts.create();
  const merchant = await freshMerchant();
  await callAs(client, 'walletA/verify', verifyFields);
  const { code } = await client.otp('0912345678');
  const redirectUrl = await startedCheckout(client, 'aggregator', merchant.url);
  const { transaction_id: ids } = await client.checkouts.approve(redirectUrl);
  await client.events.next({ type: 'callback.delivered' });
  return { client, ids, code };
}
