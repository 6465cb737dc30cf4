import type { RequestRow, TransactionRow } from '../../src/pages/tester-models.ts';
import { at } from './frame.ts';

export const unpaid = [
  {
    processId: '1000000000001',
    href: '/_sandbox/inbox/0912345678',
    mobileNumber: '0912345678',
    gateway: 'walletA',
    mode: 'live',
    amount: '149.50',
    currency: 'LYD',
    code: 'active',
    at: '2026-01-15T12:00:00.000Z',
    age: '6 min',
  },
];

export const curl = `curl http://127.0.0.1:4700/api/v1/transaction/walletA/verify \\
  -H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key' \\
  -d mobile_number=0912345678 -d birth_year=1990 -d amount=25.00`;

const verdicts: Readonly<Record<TransactionRow['status'], TransactionRow['verdict']>> = {
  completed: { kind: 'told', label: 'Told', detail: 'answered 200' },
  started: { kind: 'waiting', label: 'Waiting', detail: 'for the customer' },
  canceled: { kind: 'retrying', label: 'Retrying', detail: 'attempt 3 answered 500' },
  declined: { kind: 'unaware', label: 'Your app does not know', detail: 'attempt 5 answered 500' },
  expired: { kind: 'forged', label: 'Forged callback accepted', detail: '' },
};

export const transactions: TransactionRow[] = (
  ['completed', 'started', 'canceled', 'declined', 'expired'] as const
).map((status, index) => ({
  id: String(100_482 - index),
  href: `/_sandbox/transactions/${100_482 - index}`,
  account: undefined,
  invoice: `INV-2026-00${482 - index}`,
  gateway: ['localbankcards', 'cardgw', 'aggregator', 'cardgw', 'walletA'][index] ?? '',
  method: '',
  mode: 'test',
  amount: '149.50',
  currency: index % 2 ? 'USD' : 'LYD',
  status,
  verdict: verdicts[status],
  at,
  age: '6 min',
}));

export const requests: (RequestRow & { readonly age: string })[] = [200, 200, 422, 401, 429].map(
  (status, index) => ({
    id: String(index),
    href: `/_sandbox/requests/${index}`,
    at,
    method: 'POST',
    path: 'localbankcards/confirm',
    about: 'INV-2026-481',
    status,
    code: [undefined, undefined, 'INVALID_INPUTS', 'UNAUTHORIZED', 'TOO_MAY_REQUESTS'][index],
    durationMs: index + 1,
    age: '6 min',
  }),
);

export const maintenance = {
  icon: 'settings',
  label: 'Maintenance',
  isBad: false,
  text: 'Maintenance mode is on: every request is answered with MAINTENANCE_MODE.',
  href: '/_sandbox/settings#maintenance_mode',
  way: 'Settings',
};
