import { type CallOptions, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { type Handlers, paid, paidBy, type Shop } from './shop.ts';

/** A client program with expectations of its own, and what the doctor says about it. */
export interface Client {
  readonly handlers?: Handlers;
  /** Uses the client as its shop does. True when that worked. `order` differs for every use. */
  readonly use: (sandbox: TestSandbox, shop: Shop, order: string) => Promise<boolean>;
  /** The config that is proposed; the client works with it. Absent for a client that no setting helps. */
  readonly config?: object;
  /** What is said of what stays. */
  readonly reason?: RegExp;
  readonly question?: RegExp;
}

const wallet = (endpoint: string, fields: Fields = {}, options?: CallOptions) => ({
  endpoint,
  fields,
  options,
});

async function verified(
  sandbox: TestSandbox,
  { endpoint, fields, options }: ReturnType<typeof wallet>,
): Promise<boolean> {
  return (
    (await sandbox.call(`${endpoint}/verify`, { ...rightFields['walletB/verify'], ...fields }, options))
      .status === 200
  );
}

function json(fields: Fields): CallOptions {
  return { body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } };
}

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

/** After the table in the review of real clients. A client that needs a new setting is one more row. */
export const clients: Readonly<Record<string, Client>> = {
  'does as the document says': { use: checkout('aggregator') },
  'does as the document says, with cards': { handlers: { back: paidBy() }, use: checkout('localbankcards') },
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
    reason: /Bad signature/,
  },
  'writes numbers of 9 digits': {
    use: (sandbox) => verified(sandbox, wallet('walletB', { mobile_number: '945678901' })),
    config: { settings: { mobile: { lenient: true } } },
  },
  'sends JSON': {
    use: (sandbox) => verified(sandbox, wallet('walletB', {}, json(rightFields['walletB/verify']))),
    config: { settings: { requests: { bodies: 'lenient' } } },
  },
  'sends JSON with numbers of 9 digits to a name of its own': {
    use: (sandbox) =>
      verified(
        sandbox,
        wallet('bpay', {}, json({ ...rightFields['walletB/verify'], mobile_number: '945678901' })),
      ),
    config: {
      names: { walletB: 'bpay' },
      settings: { requests: { bodies: 'lenient' }, mobile: { lenient: true } },
    },
  },
  'sends its fields in the query string': {
    use: async (sandbox) => {
      const query = new URLSearchParams(rightFields['walletB/verify']);
      return (await sandbox.call(`walletB/verify?${query}`)).status === 200;
    },
    reason: /^The fields must be sent in the body as form fields, not in the query string\./,
  },
  'tries an invoice again after a canceled payment': {
    use: async (sandbox, shop, order) => {
      const fields = {
        ...rightFields['cardgw/confirm'],
        invoice_no: order,
        return_url: 'https://shop.example/return',
      };
      const { json: first } = await sandbox.call('cardgw/confirm', fields);
      if (first.result)
        await sandbox.control(`checkouts/${encodeURIComponent(first.result.redirect_url)}/cancel`, {
          hold: true,
        });
      return (await sandbox.call('cardgw/confirm', fields)).status === 200 && shop.url !== '';
    },
    config: { settings: { invoice: { used: 'completed' } } },
  },
  'has its own names for all gateways': {
    use: async (sandbox, shop, order) => {
      const walletA = { ...rightFields['walletA/verify'], mobile_number: '0913632323' };
      const answers = [
        await sandbox.call('acme_a/verify', walletA),
        await sandbox.call('acme_b/verify', { ...walletA, mobile_number: '0945678901' }),
        await sandbox.call('acme_local/confirm', {
          ...rightFields['localbankcards/confirm'],
          invoice_no: `${order}-1`,
        }),
        await sandbox.call('acme_card/confirm', {
          ...rightFields['cardgw/confirm'],
          invoice_no: `${order}-2`,
        }),
        await sandbox.call('acme_agg/confirm', {
          ...rightFields['aggregator/confirm'],
          invoice_no: `${order}-3`,
        }),
      ];
      return answers.every(({ status }) => status === 200) && shop.url !== '';
    },
    config: {
      names: {
        walletA: 'acme_a',
        walletB: 'acme_b',
        localbankcards: 'acme_local',
        cardgw: 'acme_card',
        aggregator: 'acme_agg',
      },
    },
  },
  'verifies twice at once, and confirms with the first code': {
    use: async (sandbox, _shop, order) => {
      const fields = rightFields['walletB/verify'];
      const { json: first } = await sandbox.call('walletB/verify', fields);
      await sandbox.call('walletB/verify', fields);
      const { process_id } = first.result;
      const confirm = {
        process_id: String(process_id),
        code: '1234',
        amount: fields.amount,
        invoice_no: order,
      };
      return (await sandbox.call('walletB/confirm', confirm)).status === 200;
    },
    reason: /^The code was right, but a second verify 0 ms after the first one replaced it\./,
  },
  'refuses a redirect_url that is not https': {
    use: async (sandbox, _shop, order) => {
      const answer = await sandbox.call('cardgw/confirm', {
        ...rightFields['cardgw/confirm'],
        invoice_no: order,
      });
      return answer.json.result.redirect_url.startsWith('https:');
    },
    question: /start with `--https`/,
  },
};
