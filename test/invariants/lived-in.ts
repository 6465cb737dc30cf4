import { expect } from 'vitest';
import { advance, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/**
 * A sandbox in which everything has happened: paid, canceled, declined, expired, open; codes used, wrong,
 * locked; callbacks retried.
 */
export async function livedIn(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  await liveIn(sandbox, await freshMerchant());
  return sandbox;
}

/** Makes everything happen in an unused sandbox. */
export async function liveIn(sandbox: TestSandbox, merchant: MerchantServer): Promise<void> {
  let tokens = 0;
  const start = (gateway: 'localbankcards' | 'cardgw' | 'aggregator') => {
    tokens += 1;
    const urls = { return_url: `${merchant.url}/return?own=1#top`, callback_url: `${merchant.url}/callback` };
    return startCheckout(sandbox, gateway, { invoice_no: `INV-C${tokens}`, ...urls });
  };
  for (const wallet of ['walletA', 'walletB'] as const) {
    const { process_id, code, amount } = await verified(sandbox, wallet);
    const fields = { process_id, amount, invoice_no: `INV-${wallet}` };
    await sandbox.call(`${wallet}/confirm`, { ...fields, code: code.replace(/^./, '9') });
    expect((await sandbox.call(`${wallet}/confirm`, { ...fields, code })).status).toBe(200);
  }
  const { process_id } = await verified(sandbox, 'walletA', {}, { token: 'demo_live_token' });
  for (const invoice_no of ['L-1', 'L-2', 'L-3', 'L-4', 'L-5'])
    await sandbox.call(
      'walletA/confirm',
      { process_id, amount: '10.00', invoice_no, code: '999999' },
      { token: 'demo_live_token' },
    );
  for (const gateway of ['localbankcards', 'cardgw', 'aggregator'] as const) {
    await decided(sandbox, await start(gateway), 'approve');
    await decided(sandbox, await start(gateway), 'cancel');
  }
  await decided(sandbox, await start('aggregator'), 'approve', { copies: 2, tamper: 'amount' });
  await settled(sandbox);
  merchant.answerWith(500);
  const retried = await decided(sandbox, await start('cardgw'), 'approve');
  await sandbox.control(`events?type=callback.attempted&wait=10s&after=${await lastEvent(sandbox)}`);
  merchant.answerWith(200);
  await advance(sandbox, '10s');
  await settled(sandbox);
  expect(retried.status).toBe(200);
  await sandbox.control(`checkouts/${await start('cardgw')}/decline`, { final: true });
  await start('localbankcards');
  await advance(sandbox, '31m');
  await start('aggregator');
}

/** The last event other than attempts. Waiting after it also finds attempts that have already ended. */
async function lastEvent(sandbox: TestSandbox): Promise<string> {
  const { data } = (await sandbox.control('events?type=callback.created&limit=200')).json;
  return data.at(-1).id;
}
