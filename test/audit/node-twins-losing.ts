import type { Twin } from './twin.ts';

const routes = 'src/gateway-routes.ts';
const arrivals = 'src/arrivals.ts';
const orders = 'src/orders.ts';

const badHash = "if (!verified) return 'bad-hash';";
const booked = "if (order.status === 'paid') return false;";
const waiting = "return order.status === 'paid' ? 'already-paid' : 'waiting-for-callback';";
const settled = 'if (order && status === 200) return';

/** They lose a payment: somebody cancels its order, or nobody counts it. */
export const losingTwins: readonly Twin[] = [
  {
    name: 'cancels before it looks at the hash',
    gateway: 'localbankcards',
    edits: [
      [
        routes,
        badHash,
        `if (order && fields.has('canceled')) return close(order, 'canceled');\n    ${badHash}`,
      ],
      [routes, 'acknowledgeReturn, type Outcome,', 'acknowledgeReturn, close, type Outcome,'],
      [arrivals, 'function close(', 'export function close('],
      [orders, booked, "if (order.status !== 'pending') return false;"],
    ],
    fails: ['forged-cancel'],
  },
  {
    name: 'marks an order canceled before it looks at the hash, and can be paid still',
    gateway: 'localbankcards',
    edits: [
      [
        routes,
        badHash,
        `if (order && fields.has('canceled')) return close(order, 'canceled');\n    ${badHash}`,
      ],
      [routes, 'acknowledgeReturn, type Outcome,', 'acknowledgeReturn, close, type Outcome,'],
      [arrivals, 'function close(', 'export function close('],
    ],
    fails: ['forged-cancel'],
  },
  {
    name: 'marks an order failed when it sees a wrong hash, and can be paid still',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        badHash,
        `if (!verified && order && kind === 'callback') order.status = 'failed';\n    ${badHash}`,
      ],
    ],
    fails: ['forged-hash', 'no-hash', 'changed-amount', 'forged-cancel', 'other-invoice'],
  },
  {
    name: 'remembers a callback before it looks at the hash, and lets the return pay',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        badHash,
        `if (order && kind === 'callback') {
      if (seen.has(order.invoiceNo)) return 'repeat';
      seen.add(order.invoiceNo);
    }
    ${badHash}`,
      ],
      [routes, 'type Message =', 'const seen = new Set<string>();\ntype Message ='],
      [arrivals, waiting, "return markPaid(order, 'return') ? 'paid' : 'already-paid';"],
    ],
    fails: ['forged-hash', 'no-hash', 'changed-amount', 'forged-cancel', 'other-invoice'],
  },
  {
    name: 'closes on a forged approved=0 of the callback, while its returns need a login',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        badHash,
        `if (kind === 'return') return 'login';
    if (order && fields.get('approved') === '0') return close(order, 'failed');
    ${badHash}`,
      ],
      [routes, 'acknowledgeReturn, type Outcome,', 'acknowledgeReturn, close, type Outcome,'],
      [routes, "'shop-down': 503,", "'shop-down': 503, login: 401,"],
      [arrivals, 'function close(', 'export function close('],
      [orders, booked, "if (order.status !== 'pending') return false;"],
    ],
    fails: ['forged-cancel'],
  },
  {
    name: 'pays, and never counts it',
    gateway: 'cardgw',
    edits: [[orders, '  order.timesPaid += 1;\n', '']],
    fails: [
      'genuine',
      'callback-only',
      'return-only',
      'callback-first',
      'return-first',
      'slow',
      'duplicate',
      'at-once',
    ],
  },
  {
    name: 'counts a payment only when the customer returns',
    gateway: 'cardgw',
    edits: [
      [orders, '  order.timesPaid += 1;\n', ''],
      [
        routes,
        settled,
        `if (order?.status === 'paid' && kind === 'return') order.timesPaid = 1;\n  ${settled}`,
      ],
    ],
    fails: ['callback-only', 'duplicate', 'at-once'],
  },
];
