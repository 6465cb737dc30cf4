import { longest } from '../protocol/duration.ts';
import { setting } from './setting.ts';

export const profiles = ['documented', 'observed', 'compatible'] as const;

/** The time of each request inside the period is kept in memory. */
const mostRequests = 1_000_000;

export const service = {
  profile: setting({
    takes: ({ choice }) => choice(profiles),
    usual: 'observed',
    documented: 'documented',
    compatible: 'compatible',
    reason:
      '`documented` follows the document alone. `observed` also follows public clients where the document is silent. `compatible` follows them even where they differ from it. Each of them accepts plain HTTP and local addresses: add `strict` to refuse them.',
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
    reason:
      'The document does not show the number and the period: off until set. Verify and confirm both check it, so a confirm is refused when other payments reached the limit after its code was sent.',
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
    takes: ({ choice }) => choice(['encoded', 'raw', 'sorted', 'sorted-raw']),
    usual: 'encoded',
    confidence: 'high',
    clients: '1 of 12 clients sorts by name over raw, unencoded values (`sorted-raw`).',
    reason:
      '`hashed` is over `k=v&k=v` in the order sent, encoded as PHP does. `raw` encodes nothing, `sorted` orders by name, `sorted-raw` does both.',
  }),
  'signature.scope': setting({
    takes: ({ choice }) => choice(['own', 'all']),
    usual: 'own',
    confidence: 'high',
    clients: '2 of 12 clients sign all query parameters of the return; most sign the gateway’s own.',
    reason:
      'The document signs all received parameters. `own` leaves out those of the query in your `return_url`, as most clients do; `all` signs them too, in the order of the URL.',
  }),
  'aggregator.method_field': setting({
    takes: ({ choice }) => choice(['paymet_method', 'payment_method']),
    usual: 'paymet_method',
    compatible: 'payment_method',
    confidence: 'high',
    clients:
      'Every one of the 12 clients that reads the field reads `payment_method`; none reads `paymet_method`.',
    reason: 'The document spells the field `paymet_method`; some clients read `payment_method`.',
  }),
};

export const requests = {
  'requests.bodies': setting({
    takes: ({ choice }) => choice(['forms', 'lenient']),
    usual: 'forms',
    compatible: 'lenient',
    confidence: 'medium',
    clients: '5 of 12 clients send JSON: 3 in JavaScript, Odoo and Django.',
    reason: 'The document says form fields. `lenient` also takes JSON.',
  }),
  'requests.query': setting({
    takes: ({ choice }) => choice(['ignore', 'merge']),
    usual: 'ignore',
    compatible: 'merge',
    confidence: 'medium',
    clients: '1 client, in Kotlin, sends its fields in the query string.',
    reason:
      'The document says form fields. `merge` also takes fields from the query string; one that is in the body too is refused as sent twice.',
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
    compatible: 'completed',
    confidence: 'medium',
    clients: '1 of 12 clients (WooCommerce) uses a number again after a payment that failed.',
    reason: 'A number is used up when a confirm answers 200; `completed`: only by a completed payment.',
  }),
  'mobile.lenient': setting({
    takes: ({ flag }) => flag,
    usual: false,
    compatible: true,
    confidence: 'high',
    clients: '2 of 12 clients, both WordPress plugins, send 9 digits.',
    reason: 'Wallets take the 10-digit form 09…; `lenient` lets them take 9 digits from 9 on too.',
  }),
};

export const answers = {
  codes: setting({
    takes: ({ choice }) => choice(['observed', 'documented']),
    usual: 'observed',
    documented: 'documented',
    confidence: 'medium',
    clients:
      'Clients map codes that the document does not list; each is marked in the reference of the errors.',
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
