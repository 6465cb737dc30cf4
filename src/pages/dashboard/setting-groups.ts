import type { ErrorCode } from '../../protocol/errors.ts';

/** The switches in the order of the page. Each name is the dotted path of a member of the settings. */
export const settingGroups = [
  {
    id: 'service',
    heading: 'Service',
    names: [
      'profile',
      'strict',
      'maintenance_mode',
      'rate_limit',
      'sandbox_transaction_limit',
      'limits.maximum_amount',
    ],
  },
  {
    id: 'requests',
    heading: 'Requests',
    names: ['requests.bodies', 'invoice.alphabet', 'invoice.used', 'mobile.lenient'],
  },
  { id: 'answers', heading: 'Answers', names: ['codes', 'error.fields', 'statuses'] },
  {
    id: 'one-time-codes',
    heading: 'One-time codes',
    names: ['otp.length', 'otp.policy', 'otp.codes', 'otp.lifetime', 'otp.attempts', 'otp.resend_wait'],
  },
  {
    id: 'checkout',
    heading: 'Checkout, callback and return',
    names: [
      'checkout.lifetime',
      'card.callback',
      'callback.mode',
      'callback.timeout',
      'callback.order',
      'callback.delay',
      'callback.copies',
      'callback.hold',
      'callback.jitter_seed',
    ],
  },
  { id: 'signature', heading: 'Signature', names: ['signature.layout', 'aggregator.method_field'] },
  {
    id: 'retention',
    heading: 'What is kept',
    names: ['retention.requests', 'retention.events', 'retention.otps', 'retention.transactions'],
  },
] as const;

/** What switches do that answer no open question of the document. */
export const ownSwitches: Readonly<Record<string, string>> = {
  profile:
    'The defaults of all that the document leaves open: what public clients expect, or the document alone.',
  strict: 'Refuses what the live service would refuse and the sandbox otherwise only notes in the log.',
  maintenance_mode: 'Every request is refused, as while the service is being worked on.',
  'retention.requests': 'The newest requests to keep, up to 64 MB of them. Off: keep all.',
  'retention.events':
    'So many of the newest events stay in the journal, those of the last minute and of unfinished payments too. Off keeps all.',
  'retention.otps':
    'So many of the newest codes stay in the inbox, with their processes, and those that are active. Off keeps all.',
  'retention.transactions':
    'So many of the newest transactions stay, with their callbacks. The invoice numbers of older ones are free again. Off keeps all.',
};

/** The error that a switch lets every client meet. */
export const codeOfSwitch: Readonly<Record<string, ErrorCode>> = {
  maintenance_mode: 'MAINTENANCE_MODE',
  rate_limit: 'TOO_MAY_REQUESTS',
  sandbox_transaction_limit: 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED',
  'limits.maximum_amount': 'AMOUNT_EXCEEDED_MAXIMUM',
};
