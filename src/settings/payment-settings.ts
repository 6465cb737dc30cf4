import { codeLengths } from '../gateways/index.ts';
import { longest } from '../protocol/duration.ts';
import { deliveryOrders } from './delivery.ts';
import { setting } from './setting.ts';

export const oneTimeCodes = {
  'otp.length': setting({
    takes: ({ digitsOfEach }) => digitsOfEach,
    usual: codeLengths,
    confidence: 'high',
    reason: `Number of digits in a code: ${lengths()}.`,
  }),
  'otp.policy': setting({
    takes: ({ choice }) => choice(['random', 'fixed']),
    usual: 'random',
    confidence: '-',
    reason: '`random` codes; `fixed` gives each number the code of `otp.codes`.',
  }),
  // A code is cut or padded with zeros to the length of the gateway's codes.
  'otp.codes': setting({
    takes: ({ codesByNumber }) => codesByNumber,
    usual: { '*': '123456' },
    confidence: '-',
    reason:
      'The codes for the policy `fixed`, by mobile number such as `0912345678`; `*` stands for all others. Magic values are refused.',
  }),
  'otp.lifetime': setting({
    takes: ({ positive }) => positive(longest.lifetime),
    usual: '5m',
    confidence: '-',
    reason: 'The documentation does not say how long a code is valid.',
  }),
  'otp.attempts': setting({
    takes: ({ whole }) => whole(1),
    usual: 5,
    confidence: '-',
    reason:
      'Wrong codes allowed before PHONE_NUMBER_IS_LOCKED. Only the process is locked: the number can verify again.',
  }),
  'otp.resend_wait': setting({
    takes: ({ duration }) => duration({ atMost: longest.period }),
    usual: '0s',
    confidence: '-',
    reason:
      'How long to wait before a new verify for the same number; the documentation does not mention a wait.',
  }),
  'otp.repeat_window': setting({
    takes: ({ duration }) => duration({ atMost: longest.period }),
    usual: '0s',
    compatible: '5s',
    confidence: '-',
    clients: '1 of 12 clients (WooCommerce) sends every verify twice within 50 ms.',
    reason:
      'A second verify for the same account, gateway and number within this time keeps the first code valid and sends the same one. With `0s` a new code replaces it.',
  }),
};

export const checkout = {
  'checkout.lifetime': setting({
    takes: ({ positive }) => positive(longest.lifetime),
    usual: '30m',
    confidence: '-',
    reason: 'The documentation does not say when the hosted page expires.',
  }),
  'card.callback': setting({
    takes: ({ choice }) => choice(['both', 'browser', 'server']),
    usual: 'both',
    compatible: 'browser',
    confidence: 'high',
    clients:
      '3 of 12 clients need the result once, from the browser: WooCommerce marks a paid order as failed if the server’s request came first; the PHP SDK and the Go client only handle the browser’s return.',
    reason: 'The documentation mentions both callback and return; clients disagree on whether both arrive.',
  }),
  'callback.types': setting({
    takes: ({ choice }) => choice(['text', 'number']),
    usual: 'text',
    confidence: 'medium',
    reason:
      'Every member of the JSON callback is a string, so that every language rebuilds the same signed string. `number` sends `approved` and `transaction_id` as numbers; `amount` stays the string from the request.',
  }),
  'callback.mode': setting({
    takes: ({ choice }) => choice(['retry', 'once', 'manual']),
    usual: 'retry',
    confidence: '-',
    reason:
      'The documentation does not describe retries. Attempts at 0 s, 5 s, 30 s, 2 min and 10 min; then the callback has failed.',
  }),
  'callback.timeout': setting({
    takes: ({ positive }) => positive(longest.wait),
    usual: '10s',
    confidence: '-',
    reason: 'For the whole exchange with your app.',
  }),
  'callback.order': setting({
    takes: ({ choice }) => choice(deliveryOrders),
    usual: 'together',
    confidence: '-',
    reason: 'The documentation does not say whether callback or return comes first.',
  }),
  'callback.delay': setting({
    takes: ({ duration }) => duration({ atMost: longest.delay }),
    usual: '0s',
    confidence: '-',
    reason:
      'How long to wait before sending a callback. The documentation does not describe delivery timing.',
  }),
  'callback.copies': setting({
    takes: ({ whole }) => whole(1, 20),
    usual: 1,
    confidence: '-',
    reason: 'How many times each callback is sent. A callback may arrive more than once.',
  }),
  'callback.hold': setting({
    takes: ({ flag }) => flag,
    usual: false,
    confidence: '-',
    reason: 'Holds every callback until you release it.',
  }),
  'callback.jitter_seed': setting({
    takes: ({ seed }) => seed,
    usual: null,
    confidence: '-',
    reason: 'Retries come up to 10 % early; a seed makes their times the same in every run.',
  }),
};

/** Unfinished records are kept, however old. */
export const retention = {
  'retention.requests': setting({
    takes: ({ kept }) => kept,
    usual: 10_000,
    reason: 'The newest requests to keep, up to 64 MB of them. Off: keep all.',
  }),
  'retention.events': setting({
    takes: ({ kept }) => kept,
    usual: 50_000,
    reason:
      'How many events to keep, besides those from the last minute and unfinished payments. Off: keep all.',
  }),
  'retention.otps': setting({
    takes: ({ kept }) => kept,
    usual: 10_000,
    reason: 'How many codes to keep with their processes, besides active ones. Off: keep all.',
  }),
  'retention.transactions': setting({
    takes: ({ kept }) => kept,
    usual: null,
    reason:
      'How many transactions to keep with their callbacks. The invoice numbers of older ones can be used again. Off: keep all.',
  }),
};

/** For example, `walletA 6, walletB 4`. */
function lengths(): string {
  return Object.entries(codeLengths)
    .map(([token, digits]) => `${token} ${digits}`)
    .join(', ');
}
