import type { Twin } from './twin.ts';

const routes = 'src/gateway-routes.ts';
const arrivals = 'src/arrivals.ts';
const orders = 'src/orders.ts';

/** Much longer than an audit needs to look, and much shorter than it waits after it has seen this. */
const lateMs = 240;
const patienceMs = 20_000;

const badHash = "if (!verified) return 'bad-hash';";
const settled = ': settle(order, fields);';
const settledLate = `: (setTimeout(() => settle(order, fields), ${lateMs}), 'paid');`;
const notCompared = [
  arrivals,
  "if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';",
  '',
] as const;
const everyHash = ['forged-hash', 'no-hash', 'forged-return', 'other-invoice', 'forged-cancel'];

/** They answer first, and record the payment a moment later. */
export const lateTwins: readonly Twin[] = [
  {
    name: 'answers, then books, and is good',
    gateway: 'aggregator',
    edits: [[routes, settled, settledLate]],
    fails: [],
    patienceMs,
  },
  {
    name: 'answers, then books a card, and is good',
    gateway: 'cardgw',
    edits: [[routes, settled, settledLate]],
    fails: [],
    patienceMs,
  },
  {
    name: 'answers, then books whatever came',
    gateway: 'aggregator',
    edits: [
      [routes, badHash, ''],
      [routes, settled, settledLate],
      notCompared,
      [arrivals, "if (fields.get('approved') === '0') return close(order, 'failed');\n  if", 'if'],
      [arrivals, "if (fields.get('approved') !== '1')", "if (!fields.has('approved'))"],
    ],
    fails: [
      'forged-hash',
      'no-hash',
      'forged-cancel',
      'changed-amount',
      'other-invoice',
      'other-amount',
      'approved-0',
    ],
    patienceMs,
  },
  {
    name: 'answers, then books whatever came about a card',
    gateway: 'localbankcards',
    edits: [
      [routes, badHash, ''],
      [routes, settled, settledLate],
      [arrivals, "if (fields.has('canceled'))", "if (fields.has('canceled') && fields.has('approved'))"],
      [
        arrivals,
        "if (fields.get('approved') !== '1') return 'incomplete';\n  return markPaid",
        'return markPaid',
      ],
    ],
    fails: [...everyHash, 'canceled'],
    patienceMs,
  },
  {
    name: 'books returns of a card at once, and its callbacks later, whatever their hash',
    gateway: 'cardgw',
    edits: [
      [routes, badHash, ''],
      [routes, settled, `: kind === 'return' ? settle(order, fields) ${settledLate}`],
    ],
    fails: everyHash,
    patienceMs,
  },
  {
    name: 'books callbacks of a card at once, and its returns later, whatever their hash',
    gateway: 'localbankcards',
    edits: [
      [routes, badHash, ''],
      [routes, settled, `: kind === 'callback' ? settle(order, fields) ${settledLate}`],
    ],
    fails: everyHash,
    patienceMs,
  },
  {
    name: 'answers, then books every callback, one after the other',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        settled,
        `: ((order.queued = (order.queued ?? 0) + 1),
          setTimeout(() => settle(order, fields), ${lateMs} + (order.queued > 1 ? ${(2 * lateMs) / 3} : 0)),
          'paid');`,
      ],
      [orders, "if (order.status === 'paid') return false;", ''],
    ],
    fails: ['duplicate', 'at-once'],
    patienceMs,
  },
  {
    name: 'pays at once, and counts every callback later',
    gateway: 'aggregator',
    edits: [
      [orders, "if (order.status === 'paid') return false;", ''],
      [orders, 'order.timesPaid += 1;', `setTimeout(() => void (order.timesPaid += 1), ${lateMs});`],
    ],
    fails: ['duplicate', 'at-once'],
    patienceMs,
  },
  {
    name: 'books callbacks at once, and its returns later, whatever their hash',
    gateway: 'aggregator',
    edits: [
      [routes, badHash, "if (!verified && kind === 'callback') return 'bad-hash';"],
      [
        arrivals,
        "  return order.status === 'paid' ? 'already-paid'",
        `  setTimeout(() => markPaid(order, 'unknown'), ${lateMs});
  return order.status === 'paid' ? 'already-paid'`,
      ],
    ],
    fails: ['forged-return', 'forged-cancel'],
    patienceMs,
  },
  {
    name: 'answers, then books every callback in one queue, and is good',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        settled,
        `: ((globalThis.oneQueue = (globalThis.oneQueue ?? Promise.resolve())
            .then(() => new Promise((done) => setTimeout(done, ${lateMs})))
            .then(() => settle(order, fields))),
          'paid');`,
      ],
    ],
    fails: [],
    // Shorter than a crowd in the queue takes.
    patienceMs: 1000,
  },
];
