import type { CallbackRow } from '../../src/pages/tester-models.ts';
import { words } from '../../src/pages/words/words.ts';
import { at } from './frame.ts';

/** A callback in each state. */
export const callbacks: CallbackRow[] = (
  ['delivered', 'pending', 'exhausted', 'held', 'dropped'] as const
).map((status, index) => ({
  id: String(index),
  href: `/_sandbox/callbacks/${index}`,
  transactionId: String(100_482 - index),
  invoice: `INV-${1042 - index}`,
  amount: '149.50',
  currency: 'LYD',
  result: { kind: status, text: words.en.dashboard.states[status], isAlarm: false },
  at,
  gateway: 'aggregator',
  method: 'POST',
  url: 'http://localhost:3000/payments/callback?shop=tripoli',
  path: '/pay/callback',
  status,
  attempts: index,
  lastOutcome: status === 'delivered' ? '200 OK' : 'connect ECONNREFUSED 127.0.0.1:3000',
  nextAttemptAt: status === 'pending' ? at : undefined,
  action: status === 'held' ? 'release' : status === 'exhausted' ? 'resend' : undefined,
}));
