import { expect } from 'vitest';
import { type OpenCheckout, openCheckout } from './open-checkout.ts';
import { rightFields } from './sandbox.ts';

/** A sandbox with a paid checkout whose callback was refused, another checkout, and refused requests. */
export async function busySandbox(): Promise<OpenCheckout> {
  const checkout = await openCheckout('cardgw');
  const { sandbox, merchant, token } = checkout;
  merchant.answerWith(500);
  await sandbox.control(`checkouts/${token}/decline`, { reason: 'insufficient_funds' });
  await sandbox.control(`checkouts/${token}/approve`, {});
  await merchant.arrived(1);
  await sandbox.control('events?type=callback.attempted&after=0&wait=50s');
  expect((await sandbox.call('cardgw/confirm', {})).status).toBe(422);
  expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
  return checkout;
}
