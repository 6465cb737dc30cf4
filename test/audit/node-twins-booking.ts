import type { Twin } from './twin.ts';

const routes = 'src/gateway-routes.ts';
const arrivals = 'src/arrivals.ts';
const orders = 'src/orders.ts';

const badHash = "if (!verified) return 'bad-hash';";
const booked = "if (order.status === 'paid') return false;";
const beforeCallback = '  const text = await c.req.text();\n';
const settled = 'if (order && status === 200) return';
const waiting = "return order.status === 'paid' ? 'already-paid' : 'waiting-for-callback';";
const everyForgery = [
  'forged-hash',
  'no-hash',
  'forged-return',
  'forged-cancel',
  'changed-amount',
  'other-invoice',
];

/** They recognize genuine messages but record them wrongly. */
export const bookingTwins: readonly Twin[] = [
  {
    name: 'books every callback',
    gateway: 'aggregator',
    edits: [[orders, booked, '']],
    fails: ['duplicate', 'at-once'],
  },
  {
    name: 'books every callback and every return of a card',
    gateway: 'cardgw',
    edits: [[orders, booked, '']],
    fails: ['callback-first', 'return-first', 'slow', 'duplicate', 'at-once'],
  },
  {
    name: 'answers 500 to a repeat',
    gateway: 'aggregator',
    edits: [[routes, "'shop-down': 503,", "'shop-down': 503, duplicate: 500,"]],
    fails: ['duplicate', 'at-once'],
  },
  {
    name: 'looks, waits for its database, and books',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        `  ${beforeCallback}`,
        `  ${beforeCallback}    const order = orders.byInvoice(claimedFields(text).get('invoice_no') ?? '');
    const seen = order?.status;
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (order && seen) order.status = seen;
`,
      ],
    ],
    fails: ['at-once'],
  },
  {
    name: 'shows an error to customers whose order is paid',
    gateway: 'aggregator',
    edits: [
      [arrivals, waiting, "return order.status === 'paid' ? 'unknown-invoice' : 'waiting-for-callback';"],
    ],
    fails: ['callback-first'],
  },
  {
    name: 'leads the customer to a page that breaks',
    gateway: 'aggregator',
    edits: [[routes, settled, `${settled} c.redirect('/nowhere', 303);\n  ${settled}`]],
    fails: ['return-only', 'callback-first', 'return-first', 'slow'],
  },
  {
    name: 'closes the order when the customer is back before the callback',
    gateway: 'aggregator',
    edits: [
      [arrivals, waiting, `order.status = order.status === 'paid' ? 'paid' : 'canceled';\n  ${waiting}`],
      [orders, booked, "if (order.status !== 'pending') return false;"],
    ],
    fails: ['return-only', 'return-first', 'slow'],
  },
  {
    name: 'gives an order up not a second after the customer is back',
    gateway: 'aggregator',
    edits: [
      [arrivals, waiting, `setTimeout(() => close(order, 'failed'), 800);\n  ${waiting}`],
      [orders, booked, "if (order.status !== 'pending') return false;"],
    ],
    fails: ['slow'],
    slowMs: 1200,
  },
  {
    name: 'pays by the return alone',
    gateway: 'localbankcards',
    edits: [[routes, badHash, `${badHash}\n    if (kind === 'callback') return 'waiting-for-callback';`]],
    fails: ['callback-only', 'duplicate', 'at-once'],
  },
  {
    name: 'pays by the callback alone',
    gateway: 'cardgw',
    edits: [[routes, badHash, `${badHash}\n    if (kind === 'return') return 'waiting-for-callback';`]],
    fails: ['return-only'],
  },
  {
    name: 'breaks on what is forged',
    gateway: 'aggregator',
    edits: [[routes, badHash, "if (!verified) throw new Error('forged');"]],
    fails: everyForgery,
  },
  {
    name: 'breaks the connection off on what is forged',
    gateway: 'aggregator',
    edits: [[routes, badHash, `if (!verified) c.env.incoming.socket.destroy();\n    ${badHash}`]],
    fails: everyForgery,
  },
  {
    name: 'counts a forgery as a booking, though not as paid',
    gateway: 'aggregator',
    edits: [[routes, badHash, `if (!verified && order) order.timesPaid += 1;\n    ${badHash}`]],
    fails: everyForgery,
  },
  {
    name: 'counts a payment before it looks what the message says',
    gateway: 'cardgw',
    edits: [
      [
        arrivals,
        "if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';",
        `if (!isSameAmount(fields.get('amount') ?? '', amount) || fields.get('approved') !== '1') {
    order.timesPaid += 1;
    order.status = 'failed';
    return 'wrong-amount';
  }`,
      ],
    ],
    fails: ['other-amount', 'approved-0', 'canceled'],
  },
  {
    name: 'answers a cancel with an error',
    gateway: 'localbankcards',
    edits: [
      [
        routes,
        'const status = statuses[outcome] ?? 200;',
        "const status = order?.status === 'canceled' ? 400 : (statuses[outcome] ?? 200);",
      ],
    ],
    fails: ['canceled'],
  },
  {
    name: 'closes the order when somebody forges a message about it',
    gateway: 'aggregator',
    edits: [
      [
        routes,
        badHash,
        "if (!verified && order) order.status = 'failed';\n    if (!verified) return 'bad-hash';",
      ],
      [orders, booked, "if (order.status !== 'pending') return false;"],
    ],
    fails: everyForgery,
  },
];
