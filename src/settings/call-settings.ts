import { longest } from '../protocol/duration.ts';
import { setting } from './setting.ts';

const profiles = ['observed', 'documented'] as const;

/** The time of each request inside the period is kept in memory. */
const mostRequests = 1_000_000;

export const service = {
  profile: setting({
    takes: ({ choice }) => choice(profiles),
    usual: 'observed',
    documented: 'documented',
    reason:
      'The defaults of all that the document leaves open: what public clients expect, or the document alone.',
  }),
  strict: setting({
    takes: ({ flag }) => flag,
    usual: false,
    reason: 'Refuses what the live service would refuse and the sandbox otherwise only notes in the log.',
  }),
  maintenance_mode: setting({
    takes: ({ flag }) => flag,
    usual: false,
    gives: 'MAINTENANCE_MODE',
    reason: 'Every request is refused, as while the service is being worked on.',
  }),
  rate_limit: setting({
    takes: ({ limit, whole, positive }) =>
      limit({ requests: whole(1, mostRequests), period: positive(longest.period) }),
    usual: null,
    gives: 'TOO_MAY_REQUESTS',
    confidence: '-',
    reason: 'The document does not show the threshold behind TOO_MAY_REQUESTS: off until set.',
  }),
  sandbox_transaction_limit: setting({
    takes: ({ limit, whole, positive }) =>
      limit({ transactions: whole(0), period: positive(longest.period) }),
    usual: null,
    gives: 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED',
    confidence: '-',
    reason: 'The document does not show the number and the period: off until set.',
  }),
  'limits.maximum_amount': setting({
    takes: ({ members, amount }) => members({ live: amount, test: amount }),
    usual: { live: '50000', test: '500' },
    gives: 'AMOUNT_EXCEEDED_MAXIMUM',
    confidence: 'high',
    reason: 'The maxima of the document, for live and for test tokens.',
  }),
};

export const signature = {
  'signature.layout': setting({
    takes: ({ choice }) => choice(['encoded', 'raw', 'sorted']),
    usual: 'encoded',
    confidence: 'high',
    reason: '`hashed` is over k=v&k=v of the own parameters as sent, encoded as PHP does it.',
  }),
  'aggregator.method_field': setting({
    takes: ({ choice }) => choice(['paymet_method', 'payment_method']),
    usual: 'paymet_method',
    confidence: 'high',
    reason: 'The document spells the field `paymet_method`; some clients read `payment_method`.',
  }),
};

export const requests = {
  'requests.bodies': setting({
    takes: ({ choice }) => choice(['forms', 'lenient']),
    usual: 'forms',
    confidence: 'medium',
    reason: 'The document says form fields. `lenient` also takes JSON.',
  }),
  'invoice.alphabet': setting({
    takes: ({ choice }) => choice(['any', 'strict']),
    usual: 'any',
    confidence: 'medium',
    reason: '1 to 255 characters without controls. `strict` allows A-Z a-z 0-9 . _ - alone.',
  }),
  'invoice.used': setting({
    takes: ({ choice }) => choice(['confirmed', 'completed']),
    usual: 'confirmed',
    confidence: 'medium',
    reason: 'A number is used up when a confirm answers 200; `completed`: only by a completed payment.',
  }),
  'mobile.lenient': setting({
    takes: ({ flag }) => flag,
    usual: false,
    confidence: 'high',
    reason: 'Wallets take the 10-digit form 09…; `lenient` lets them take 9 digits from 9 on too.',
  }),
};

export const answers = {
  codes: setting({
    takes: ({ choice }) => choice(profiles),
    usual: 'observed',
    documented: 'documented',
    confidence: 'medium',
    reason: 'The gateway-specific codes that public clients know; `documented` maps them to INVALID_INPUTS.',
  }),
  'error.fields': setting({
    takes: ({ flag }) => flag,
    usual: true,
    documented: false,
    confidence: 'medium',
    reason: 'On 422, `error.fields` names what is wrong with each field.',
  }),
  statuses: setting({
    takes: ({ statusByCode }) => statusByCode,
    usual: {},
    confidence: 'medium',
    reason: 'The document does not say which HTTP status accompanies each code.',
  }),
};
