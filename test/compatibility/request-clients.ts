import { type CallOptions, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';
import type { Client } from './client.ts';

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

/** Clients with unusual requests. Add a row for a client that needs a new setting. */
export const requestClients: Readonly<Record<string, Client>> = {
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
    config: { settings: { requests: { query: 'merge' } } },
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
    config: { settings: { otp: { repeat_window: '5s' } } },
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
