import { type Fields, rightFields } from '../support/sandbox.ts';
import type { Client } from './client.ts';
import { paid, paidBy } from './shop.ts';

/** A checkout that the client's shop pays. */
function checkout(gateway: 'aggregator' | 'cardgw' | 'localbankcards', change: Fields = {}): Client['use'] {
  return async (sandbox, shop, order) => {
    const fields = {
      ...rightFields[`${gateway}/confirm`],
      invoice_no: order,
      return_url: `${shop.url}/return`,
      ...(gateway === 'aggregator' && { callback_url: `${shop.url}/callback` }),
      ...change,
    };
    const answer = await sandbox.call(`${gateway}/confirm`, fields);
    return answer.status === 200 && paid(sandbox, shop, answer.json.result.redirect_url);
  };
}

const method = { field: 'payment_method' };
const payment_method = { settings: { aggregator: { method_field: 'payment_method' } } };
const browser = { settings: { card: { callback: 'browser' } } };
const withSpace =
  (use: (change: Fields) => Client['use']): Client['use'] =>
  (sandbox, shop, order) =>
    use({ invoice_no: `${order} /1` })(sandbox, shop, order);

/**
 * Clients whose apps handle callbacks and returns in unusual ways. Add a row for a client that needs a new
 * setting.
 */
export const shopClients: Readonly<Record<string, Client>> = {
  'does as the document says': { use: checkout('aggregator'), works: true },
  'does as the document says, with cards': {
    handlers: { back: paidBy() },
    use: checkout('localbankcards'),
    works: true,
  },
  'reads payment_method, and refuses a callback without it': {
    handlers: { callback: paidBy(method) },
    use: checkout('aggregator'),
    config: payment_method,
  },
  'reads payment_method, and breaks without it': {
    handlers: { callback: paidBy({ ...method, refusal: { status: 500, body: 'Undefined array key' } }) },
    use: checkout('aggregator'),
    config: payment_method,
  },
  'reads payment_method, and answers 200 with nothing whatever came': {
    handlers: { callback: paidBy({ ...method, refusal: { status: 200 }, success: { status: 200 } }) },
    use: checkout('aggregator'),
    config: payment_method,
  },
  'reads payment_method, and takes any callback for a paid order': {
    handlers: {
      callback: (shop, visit) =>
        shop.orders.get(visit.fields.invoice_no ?? '') === 'paid'
          ? { status: 200, body: 'already' }
          : paidBy({ ...method, refusal: { status: 422 } })(shop, visit),
    },
    use: checkout('aggregator'),
    config: payment_method,
  },
  'signs the sorted names, and reads payment_method': {
    handlers: { callback: paidBy({ ...method, layout: 'sorted' }) },
    use: checkout('aggregator'),
    config: { settings: { ...payment_method.settings, signature: { layout: 'sorted' } } },
  },
  'signs the values as they are': {
    handlers: { callback: paidBy({ layout: 'raw' }) },
    use: withSpace((change) => checkout('aggregator', change)),
    config: { settings: { signature: { layout: 'raw' } } },
  },
  'signs the values as they are, in the query of a card': {
    handlers: { back: paidBy({ layout: 'raw' }) },
    use: withSpace((change) => checkout('cardgw', change)),
    config: { settings: { signature: { layout: 'raw' } } },
  },
  'takes the result of a card once': {
    handlers: {
      back: (shop, visit) => {
        const order = visit.fields.invoice_no ?? '';
        if (!shop.orders.has(order)) return { ...paidBy()(shop, visit), status: 302, location: '/thanks' };
        shop.orders.set(order, 'failed');
        return { status: 500, body: '<h1>This order is closed</h1>' };
      },
    },
    use: checkout('cardgw'),
    config: browser,
  },
  'redirects to another page when a card comes twice': {
    handlers: {
      back: (shop, visit) => {
        const wasPaid = shop.orders.has(visit.fields.invoice_no ?? '');
        return {
          ...paidBy()(shop, visit),
          status: 302,
          location: wasPaid ? '/checkout?failed=1' : '/thanks',
        };
      },
    },
    use: checkout('cardgw'),
    works: true,
    question: /If the order is not paid then, set `card\.callback` to `browser`/,
  },
  'takes the result of a card from a browser alone': {
    handlers: {
      back: (shop, visit) => (visit.isBrowser ? paidBy()(shop, visit) : { status: 403, body: 'Sign in' }),
    },
    use: checkout('localbankcards'),
    config: browser,
  },
  'has another secret key': {
    handlers: { back: paidBy({ secretKey: 'other', refusal: { status: 403, body: 'Wrong hash' } }) },
    use: checkout('cardgw'),
    reason: /^Your app answered 403: "Wrong hash"\.$/,
  },
  'has another secret key for the return of the aggregator': {
    handlers: { back: paidBy({ secretKey: 'other', refusal: { status: 400, body: 'Wrong hash' } }) },
    use: checkout('aggregator'),
    reason:
      /^Your app answered 200: "OK" to the callback, then answered 400: "Wrong hash" to the customer's return\.$/,
  },
  'signs all parameters of the return': {
    handlers: { back: paidBy({ refusal: { status: 400, body: 'Bad signature' } }) },
    use: (sandbox, shop, order) =>
      checkout('aggregator', { return_url: `${shop.url}/return?order=1` })(sandbox, shop, order),
    config: { settings: { signature: { scope: 'all' } } },
  },
};
