import { longest } from '../protocol/duration.ts';
import { signatureLayouts, signatureScopes } from '../protocol/signature-layout.ts';
import { setting } from './setting.ts';
import { latencies, weathers } from './weather.ts';

export const profiles = ['documented', 'observed', 'compatible'] as const;

/** The times of all requests in the period are kept in memory. */
const mostRequests = 1_000_000;

export const service = {
  profile: setting({
    takes: ({ choice }) => choice(profiles),
    usual: 'observed',
    documented: 'documented',
    compatible: 'compatible',
    reason:
      '`documented` follows only the provider’s documentation. `observed` also follows public clients where the documentation is silent. `compatible` follows them even where they differ from it. All profiles accept plain HTTP and local addresses; add `strict` to reject them.',
  }),
  strict: setting({
    takes: ({ flag }) => flag,
    usual: false,
    reason:
      'Rejects what the live service would reject. Otherwise, the sandbox only logs a production warning.',
  }),
  maintenance_mode: setting({
    takes: ({ flag }) => flag,
    usual: false,
    gives: 'MAINTENANCE_MODE',
    reason: 'Rejects every request, as during maintenance.',
  }),
  weather: setting({
    takes: ({ choice }) => choice(weathers),
    usual: 'calm',
    reason:
      'The service on an ordinary day: `rainy` is slow and sometimes fails, `storm` is an outage that comes and goes. Each affected call says so in `X-Sandbox-Fault`.',
  }),
  latency: setting({
    takes: ({ choice }) => choice(latencies),
    usual: 'weather',
    reason:
      'How long answers take: as the weather says, like a bank that answers slowly, like a phone network that stalls, or as long as the live service took in the `report` of `compare`.',
  }),
  weather_seed: setting({
    takes: ({ seed }) => seed,
    usual: null,
    reason: 'With the same seed, the same calls in the same order get the same weather.',
  }),
  rate_limit: setting({
    takes: ({ limit, whole, positive }) =>
      limit({ requests: whole(1, mostRequests), period: positive(longest.period) }),
    usual: null,
    gives: 'TOO_MAY_REQUESTS',
    confidence: '-',
    reason: 'The documentation does not state the threshold for TOO_MAY_REQUESTS. Off by default.',
  }),
  sandbox_transaction_limit: setting({
    takes: ({ limit, whole, positive }) =>
      limit({ transactions: whole(0), period: positive(longest.period) }),
    usual: null,
    gives: 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED',
    confidence: '-',
    reason:
      'The documentation does not state the number and the period. Off by default. Verify and confirm both check it, so a confirm is rejected if other payments reached the limit after its code was sent.',
  }),
  'limits.maximum_amount': setting({
    takes: ({ members, amount }) => members({ live: amount, test: amount }),
    usual: { live: '50000', test: '500' },
    gives: 'AMOUNT_EXCEEDED_MAXIMUM',
    confidence: 'high',
    reason: 'The documented maximum amounts, for live and test tokens.',
  }),
};

export const signature = {
  'signature.layout': setting({
    takes: ({ choice }) => choice(signatureLayouts),
    usual: 'encoded',
    confidence: 'high',
    clients: '1 of 12 clients sorts the fields by name and signs raw, unencoded values (`sorted-raw`).',
    reason:
      '`hashed` covers `k=v&k=v` in the order sent, encoded like PHP. `raw` encodes nothing, `sorted` sorts by name, `sorted-raw` does both.',
  }),
  'signature.scope': setting({
    takes: ({ choice }) => choice(signatureScopes),
    usual: 'own',
    confidence: 'high',
    clients: '2 of 12 clients sign all query parameters of the return; most sign the gateway’s own.',
    reason:
      'According to the documentation, all received parameters are signed. `own` leaves out the query parameters of your `return_url`, as most clients do; `all` signs them too, in the order of the URL.',
  }),
  'aggregator.method_field': setting({
    takes: ({ choice }) => choice(['paymet_method', 'payment_method']),
    usual: 'paymet_method',
    compatible: 'payment_method',
    confidence: 'high',
    clients:
      'Every one of the 12 clients that reads the field reads `payment_method`; none reads `paymet_method`.',
    reason: 'The documentation spells the field `paymet_method`; some clients read `payment_method`.',
  }),
};

export const requests = {
  'requests.bodies': setting({
    takes: ({ choice }) => choice(['forms', 'lenient']),
    usual: 'forms',
    compatible: 'lenient',
    confidence: 'medium',
    clients: '5 of 12 clients send JSON: 3 in JavaScript, Odoo and Django.',
    reason: 'The documentation asks for form fields. `lenient` also accepts JSON.',
  }),
  'requests.query': setting({
    takes: ({ choice }) => choice(['ignore', 'merge']),
    usual: 'ignore',
    compatible: 'merge',
    confidence: 'medium',
    clients: '1 client, in Kotlin, sends its fields in the query string.',
    reason:
      'The documentation asks for form fields. `merge` also accepts fields in the query string; a field that is in both is rejected as sent twice.',
  }),
  'invoice.alphabet': setting({
    takes: ({ choice }) => choice(['any', 'strict']),
    usual: 'any',
    confidence: 'medium',
    reason: '1 to 255 characters without control characters. `strict` only allows A-Z a-z 0-9 . _ -.',
  }),
  'invoice.used': setting({
    takes: ({ choice }) => choice(['confirmed', 'completed']),
    usual: 'confirmed',
    compatible: 'completed',
    confidence: 'medium',
    clients: '1 of 12 clients (WooCommerce) reuses a number after a failed payment.',
    reason:
      'A number counts as used once a confirm returns 200; with `completed`, only after a completed payment.',
  }),
  'mobile.lenient': setting({
    takes: ({ flag }) => flag,
    usual: false,
    compatible: true,
    confidence: 'high',
    clients: '2 of 12 clients, both WordPress plugins, send 9 digits.',
    reason: 'Wallets accept the 10-digit form 09…; `lenient` also accepts 9 digits that start with 9.',
  }),
};

export const answers = {
  codes: setting({
    takes: ({ choice }) => choice(['observed', 'documented']),
    usual: 'observed',
    documented: 'documented',
    confidence: 'medium',
    clients:
      'Clients map codes that the documentation does not list; the error reference marks each of them.',
    reason: 'The gateway-specific codes that public clients know; `documented` maps them to INVALID_INPUTS.',
  }),
  'error.fields': setting({
    takes: ({ flag }) => flag,
    usual: true,
    documented: false,
    confidence: 'medium',
    reason: 'On 422, `error.fields` says what is wrong with each field.',
  }),
  statuses: setting({
    takes: ({ statusByCode }) => statusByCode,
    usual: {},
    confidence: 'medium',
    reason: 'The documentation does not say which HTTP status goes with each code.',
  }),
};
