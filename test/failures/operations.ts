import { startCheckout } from '../support/checkouts.ts';
import { verified } from '../support/merchant-api.ts';
import { type Answer, rightFields, type TestSandbox } from '../support/sandbox.ts';

/** An operation of a sandbox that was prepared for it. */
export interface Operation {
  readonly name: string;
  readonly ready: (sandbox: TestSandbox) => Promise<unknown>;
  readonly ask: (sandbox: TestSandbox) => Promise<Answer>;
  /** Its HTTP status without failures. */
  readonly status: number;
}

const none = async () => undefined;
const checkout = (sandbox: TestSandbox) => startCheckout(sandbox, 'aggregator');
const paid = async (sandbox: TestSandbox) => {
  await checkout(sandbox);
  await sandbox.control('checkouts/token-1/approve', {});
};
const saved = async (sandbox: TestSandbox) => {
  // Stored, so that a restore brings it back to the millisecond.
  await sandbox.control('clock/freeze', { at: '2026-01-15T12:00:00Z' });
  await paid(sandbox);
  await sandbox.control('snapshots', { name: 'before' });
  await sandbox.control('clock/advance', { by: '1m' });
  await sandbox.control('settings', { otp: { attempts: 3 } }, 'PATCH');
  await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
};

export const operations: readonly Operation[] = [
  {
    name: 'verify',
    ready: none,
    ask: (sandbox) => sandbox.call('walletA/verify', rightFields['walletA/verify']),
    status: 200,
  },
  {
    name: 'verify, of a number that has a code',
    ready: (sandbox) => verified(sandbox, 'walletA'),
    ask: (sandbox) => sandbox.call('walletA/verify', rightFields['walletA/verify']),
    status: 200,
  },
  {
    name: 'confirm of a wallet',
    ready: (sandbox) => verified(sandbox, 'walletB'),
    ask: (sandbox) => sandbox.call('walletB/confirm', confirmed('1234')),
    status: 200,
  },
  {
    name: 'confirm with a wrong code',
    ready: (sandbox) => verified(sandbox, 'walletB'),
    ask: (sandbox) => sandbox.call('walletB/confirm', confirmed('9999')),
    status: 400,
  },
  {
    name: 'confirm of a checkout',
    ready: none,
    ask: (sandbox) => sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']),
    status: 200,
  },
  {
    name: 'pay',
    ready: checkout,
    ask: (sandbox) => sandbox.control('checkouts/token-1/approve', {}),
    status: 200,
  },
  {
    name: 'pay on the page',
    ready: (sandbox) => startCheckout(sandbox, 'cardgw'),
    ask: (sandbox) =>
      submitted(sandbox, '/checkout/pay', {
        token: 'token-1',
        number: '4111111111111111',
        expiry: '12/99',
        cvc: '123',
        holder: 'A',
      }),
    status: 303,
  },
  {
    name: 'a new account by its form',
    ready: none,
    ask: (sandbox) => submitted(sandbox, '/_sandbox/account', { new_name: 'Other' }),
    status: 303,
  },
  {
    name: 'cancel',
    ready: (sandbox) => startCheckout(sandbox, 'localbankcards'),
    ask: (sandbox) => sandbox.control('checkouts/token-1/cancel', {}),
    status: 200,
  },
  {
    name: 'decline for good',
    ready: checkout,
    ask: (sandbox) => sandbox.control('checkouts/token-1/decline', { final: true }),
    status: 200,
  },
  {
    name: 'snapshot',
    ready: paid,
    ask: (sandbox) => sandbox.control('snapshots', { name: 'one' }),
    status: 201,
  },
  {
    name: 'snapshot, replacing another one',
    ready: saved,
    ask: (sandbox) => sandbox.control('snapshots', { name: 'before' }),
    status: 201,
  },
  {
    name: 'restore',
    ready: saved,
    ask: (sandbox) => sandbox.control('snapshots/before/restore', {}),
    status: 200,
  },
  {
    name: 'reset',
    ready: saved,
    ask: (sandbox) => sandbox.control('reset', {}),
    status: 200,
  },
  {
    name: 'a change of the settings',
    ready: none,
    ask: (sandbox) => sandbox.control('settings', { otp: { lifetime: '1m' } }, 'PATCH'),
    status: 200,
  },
  {
    name: 'a move of the clock',
    ready: checkout,
    ask: (sandbox) => sandbox.control('clock/advance', { by: '1m' }),
    status: 200,
  },
  {
    name: 'a new token',
    ready: none,
    ask: (sandbox) => sandbox.control('accounts/demo/renew', { what: 'test' }),
    status: 200,
  },
];

function confirmed(code: string) {
  return { process_id: '1000000000001', code, amount: '10.00', invoice_no: 'INV-1' };
}

function submitted(sandbox: TestSandbox, path: string, form: Readonly<Record<string, string>>) {
  return sandbox.fetch(path, { method: 'POST', body: new URLSearchParams(form) });
}
