import { rightFields, type TestSandbox } from '../../test/support/sandbox.ts';

/** A call to the control API: operation, path parameters, query and body. */
export interface StoryStep {
  readonly id: string;
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** The steps of the run, in order, so that every call has something to show. */
export const controlStory: readonly (StoryStep | ((sandbox: TestSandbox) => Promise<unknown>))[] = [
  { id: 'getClock' },
  { id: 'listGateways' },
  { id: 'listMagicValues' },
  { id: 'getSettings' },
  { id: 'listAccounts' },
  { id: 'getAccount', at: { id: 'demo' } },
  { id: 'createAccount', body: { id: 'test-7', name: 'Test 7' } },
  { id: 'changeAccount', at: { id: 'test-7' }, body: { gateways: { walletB: { allowed: false } } } },
  { id: 'renewCredential', at: { id: 'test-7' }, body: { what: 'test' } },

  wallet('walletA/verify'),
  { id: 'latestOtp', query: 'mobile_number=0912345678&wait=10s' },
  { id: 'listOtps', query: 'status=active' },
  { id: 'resendOtp', at: { id: '1' } },
  { id: 'expireOtp', at: { id: '2' } },
  wallet('walletB/verify'),
  { id: 'lockOtp', at: { id: '3' } },
  { id: 'clearOtps' },

  checkout('INV-1'),
  { id: 'listCheckouts', query: 'limit=1' },
  { id: 'getCheckout', at: { id: 'token-1' } },
  { id: 'extendCheckout', at: { id: 'token-1' }, body: { by: '10m' } },
  { id: 'declineCheckout', at: { id: 'token-1' }, body: { reason: 'insufficient_funds' } },
  {
    id: 'approveCheckout',
    at: { id: 'token-1' },
    body: { payment_method: 'method_2', order: 'callback-first' },
  },
  { id: 'waitUntilSettled', query: 'wait=10s' },
  checkout('INV-2'),
  { id: 'cancelCheckout', at: { id: 'token-2' } },
  checkout('INV-3'),
  { id: 'expireCheckout', at: { id: 'token-3' } },
  { id: 'listTransactions', query: 'status=completed' },
  { id: 'getTransaction', at: { id: '100001' } },
  { id: 'exportStory', at: { id: '100001' } },
  { id: 'listEvents', query: 'after=0&wait=10s&type=transaction.completed' },
  { id: 'listRequests', query: 'limit=1' },
  { id: 'getRequest', at: { id: '1' } },
  { id: 'readLog', query: 'account=demo&limit=1' },
  { id: 'replayRequest', at: { id: '1' } },

  { id: 'listCallbacks', query: 'invoice_no=INV-1' },
  { id: 'getCallback', at: { id: '1' } },
  { id: 'listAttempts', at: { id: '1' } },
  { id: 'resendCallback', at: { id: '1' }, body: { fields: { amount: '1.00' }, sign: true } },
  (sandbox) => sandbox.control('callbacks/settled?wait=10s', {}),
  { id: 'resendFailedCallbacks', body: { failed_since: '2026-01-15T11:00:00Z' } },
  checkout('INV-4'),
  (sandbox) => sandbox.control('checkouts/token-4/approve', { delay: '1h' }),
  { id: 'holdCallback', at: { id: '2' } },
  { id: 'releaseCallback', at: { id: '2' } },
  (sandbox) => sandbox.control('callbacks/settled?wait=10s', {}),
  {
    id: 'checkSignature',
    body: {
      query:
        'approved=1&invoice_no=43321&hashed=e6e3486c137f4260c2c598c7a903836cddbc1faf87240a58660fa91f363d5dba',
      secret_key: 'sk_40a07a6c0e63818dc2b292c8e302894e08acedfb',
    },
  },

  (sandbox) => sandbox.call('acmepay/verify', rightFields['walletA/verify']),
  { id: 'checkClient', body: {} },

  { id: 'addFault', body: { effect: { code: 'MAINTENANCE_MODE' }, match: { gateway: 'walletB' }, times: 2 } },
  { id: 'listFaults' },
  { id: 'removeFault', at: { id: '1' } },
  { id: 'clearFaults' },
  { id: 'saveSnapshot', body: { name: 'paid' } },
  { id: 'listSnapshots' },
  { id: 'changeSettings', body: { otp: { policy: 'fixed' }, callback: { order: 'callback-first' } } },
  { id: 'advanceClock', body: { by: '10m' } },
  { id: 'freezeClock', body: { at: '2026-02-01T08:00:00Z' } },
  { id: 'resumeClock' },
  { id: 'restoreSnapshot', at: { name: 'paid' } },
  { id: 'removeSnapshot', at: { name: 'paid' } },
  { id: 'reset' },
  { id: 'stop' },
];

function wallet(endpoint: 'walletA/verify' | 'walletB/verify') {
  return (sandbox: TestSandbox): Promise<unknown> => sandbox.call(endpoint, rightFields[endpoint]);
}

/** A checkout of the aggregator, whose callback is a POST. */
function checkout(invoiceNo: string) {
  const fields = {
    ...rightFields['aggregator/confirm'],
    invoice_no: invoiceNo,
    return_url: 'http://shop.example/return',
    callback_url: 'http://shop.example/callback',
  };
  return (sandbox: TestSandbox): Promise<unknown> => sandbox.call('aggregator/confirm', fields);
}
