import type { Twin } from './twin.ts';

const routes = 'src/gateway-routes.ts';
const arrivals = 'src/arrivals.ts';

const badHash = "if (!verified) return 'bad-hash';";
const everyPayment = [
  'genuine',
  'callback-only',
  'return-only',
  'callback-first',
  'return-first',
  'slow',
  'duplicate',
  'at-once',
];

/** They accept forged messages or refuse genuine ones. */
export const trustingTwins: readonly Twin[] = [
  {
    name: 'expects the hash in lower case',
    gateway: 'aggregator',
    edits: [['src/verify.mjs', '/^[0-9A-F]{64}$/', '/^[0-9a-f]{64}$/']],
    fails: everyPayment,
  },
  {
    name: 'signs without URL-encoding and with sorted names',
    gateway: 'localbankcards',
    edits: [['src/verify.mjs', '[...fields]).toString()', '[...fields].toSorted()).toString()']],
    fails: everyPayment,
  },
  {
    name: 'does not look at the hash',
    gateway: 'aggregator',
    edits: [[routes, badHash, '']],
    fails: ['forged-hash', 'no-hash', 'other-invoice', 'forged-cancel'],
  },
  {
    name: 'does not look at the hash of a card',
    gateway: 'cardgw',
    edits: [[routes, badHash, '']],
    fails: ['forged-hash', 'no-hash', 'forged-return', 'other-invoice', 'forged-cancel'],
  },
  {
    name: 'looks at the hash where there is one',
    gateway: 'aggregator',
    edits: [[routes, badHash, "if (!verified && fields.has('hashed')) return 'bad-hash';"]],
    fails: ['no-hash', 'forged-cancel'],
  },
  {
    name: 'trusts what a browser brings back',
    gateway: 'localbankcards',
    edits: [[routes, badHash, "if (!verified && kind === 'callback') return 'bad-hash';"]],
    fails: ['forged-return', 'forged-cancel'],
  },
  {
    name: 'looks at the hash of a return where there is one',
    gateway: 'localbankcards',
    edits: [
      [routes, badHash, "if (!verified && (kind === 'callback' || fields.has('hashed'))) return 'bad-hash';"],
    ],
    fails: ['forged-return', 'forged-cancel'],
  },
  {
    name: 'refuses a forgery, and books it behind its answer',
    gateway: 'localbankcards',
    edits: [
      [
        routes,
        badHash,
        `if (!verified && order) setTimeout(() => settle(order, fields), 50);\n    ${badHash}`,
      ],
    ],
    fails: ['forged-hash', 'no-hash', 'forged-return', 'other-invoice', 'forged-cancel'],
    settleMs: 150,
  },
  {
    name: 'checks the hash over its own amount, and books the one that came',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        'verifiedFields(queryOrBody, config.secretKey)',
        `verifiedFields(
    queryOrBody.replace(/(?<="amount":")[^"]*/, orders.byInvoice(claimedFields(queryOrBody).get('invoice_no') ?? '')?.amount ?? ''),
    config.secretKey,
  )`,
      ],
      [arrivals, "if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';", ''],
    ],
    fails: ['changed-amount'],
  },
  {
    name: 'takes the order from a parameter of its own',
    gateway: 'localbankcards',
    edits: [
      ['src/payment.ts', '/return`;', '/return?order=`.concat(order.invoiceNo);'],
      [
        routes,
        "orders.byInvoice(fields.get('invoice_no') ?? '')",
        "orders.byInvoice(c.req.query('order') ?? '')",
      ],
    ],
    fails: ['other-invoice'],
  },
  {
    name: 'takes the order of a return that pays from a parameter of its own',
    gateway: 'aggregator',
    edits: [
      ['src/payment.ts', '/return`;', '/return?order=`.concat(order.invoiceNo);'],
      [
        routes,
        "orders.byInvoice(fields.get('invoice_no') ?? '')",
        "orders.byInvoice(c.req.query('order') ?? fields.get('invoice_no') ?? '')",
      ],
      [
        arrivals,
        "if (approved !== '1') return 'incomplete';",
        "if (approved !== '1') return 'incomplete';\n  markPaid(order, 'return');",
      ],
    ],
    fails: ['other-invoice'],
  },
  {
    name: 'does not compare the amount',
    gateway: 'cardgw',
    edits: [[arrivals, "if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';", '']],
    fails: ['other-amount'],
  },
  {
    name: 'is content when approved is there',
    gateway: 'aggregator',
    edits: [
      [arrivals, "if (fields.get('approved') === '0') return close(order, 'failed');\n  if", 'if'],
      [arrivals, "if (fields.get('approved') !== '1')", "if (!fields.has('approved'))"],
    ],
    fails: ['approved-0'],
  },
  {
    name: 'takes a true hash for a payment',
    gateway: 'localbankcards',
    edits: [
      [arrivals, "if (fields.has('canceled'))", "if (fields.has('canceled') && fields.has('approved'))"],
      [
        arrivals,
        "if (fields.get('approved') !== '1') return 'incomplete';\n  return markPaid",
        'return markPaid',
      ],
    ],
    fails: ['canceled'],
  },
];
