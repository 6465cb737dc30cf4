import type { Twin } from './twin.ts';

const routes = 'src/gateway-routes.ts';
const arrivals = 'src/arrivals.ts';
const orders = 'src/orders.ts';

const badHash = "if (!verified) return 'bad-hash';";
const booked = "if (order.status === 'paid') return false;";

/** They lose a payment, because somebody cancels its order. */
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
];
