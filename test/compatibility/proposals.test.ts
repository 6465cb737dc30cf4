import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Proposal, proposals } from '../../src/cli/compatibility/rules.ts';
import { seenBy } from '../../src/cli/compatibility/seen.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { webServer } from '../support/interception.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

async function proposed(sandbox: TestSandbox, url?: string): Promise<readonly Proposal[]> {
  return proposals(await seenBy(controlClient({ url: url ?? (await sandbox.listen()) })));
}

/** What `doctor --client` says: the switch, what was seen, the exact config. */
function told(all: readonly Proposal[]) {
  return all.map(({ switch: name, evidence, config }) => [name, evidence, config]);
}

async function set(sandbox: TestSandbox, [proposal]: readonly Proposal[]): Promise<void> {
  expect((await sandbox.control('settings', proposal?.config.settings, 'PATCH')).status).toBe(200);
}

function json(fields: Fields) {
  return { body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json; charset=utf-8' } };
}

describe('doctor --client proposes the switch that makes the calls of an existing client work', () => {
  it('JSON bodies: requests.bodies', async () => {
    const sandbox = await freshSandbox();
    const call = () => sandbox.call('walletB/verify', {}, json(rightFields['walletB/verify']));
    expect([
      (await call()).status,
      (await sandbox.call('walletB/verify', rightFields['walletB/verify'])).status,
    ]).toEqual([422, 200]);
    const url = await sandbox.listen();
    const found = await proposed(sandbox, url);
    expect(told(found)).toEqual([
      [
        'requests.bodies',
        '1 of 2 requests sent JSON bodies',
        { settings: { requests: { bodies: 'lenient' } } },
      ],
    ]);
    expect(found[0]?.why).toBe('The document says form fields. `lenient` also takes JSON.');
    await set(sandbox, found);
    expect((await call()).status).toBe(200);
    expect(await proposed(sandbox, url)).toEqual([]);
  });

  it('numbers of 9 digits to a wallet: mobile.lenient; the aggregator takes them as it is', async () => {
    const sandbox = await freshSandbox();
    const short = { mobile_number: '912345678' };
    const call = () => sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], ...short });
    expect((await call()).status).toBe(422);
    expect(
      (await sandbox.call('aggregator/confirm', { ...rightFields['aggregator/confirm'], ...short })).status,
    ).toBe(200);
    const found = await proposed(sandbox);
    expect(told(found)).toEqual([
      [
        'mobile.lenient',
        '1 of 1 verify requests had a mobile_number of 9 digits, without the 0',
        { settings: { mobile: { lenient: true } } },
      ],
    ]);
    await set(sandbox, found);
    expect((await call()).status).toBe(200);
  });

  it('an invoice_no again after a payment that was never completed: invoice.used', async () => {
    const sandbox = await freshSandbox();
    const again = async (invoice_no: string) => {
      await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no });
      return sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no });
    };
    expect((await again('A-1')).status).toBe(422);
    const found = await proposed(sandbox);
    expect(told(found)).toEqual([
      [
        'invoice.used',
        '1 of 2 confirms tried an invoice_no again whose payment was never completed',
        { settings: { invoice: { used: 'completed' } } },
      ],
    ]);
    await set(sandbox, found);
    expect((await again('A-2')).status).toBe(200);
  });

  it('but not for an invoice_no that is paid: that no service takes twice', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'manual' } } });
    const { json: answer } = await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const checkout = encodeURIComponent(answer.result.redirect_url);
    await sandbox.control(`checkouts/${checkout}/approve`, {});
    expect((await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'])).status).toBe(422);
    expect(await proposed(sandbox)).toEqual([]);
  });

  it('a handler that reads payment_method: aggregator.method_field', async () => {
    const sandbox = await freshSandbox();
    const port = await webServer(async (request, response) => {
      const fields = JSON.parse(await text(request));
      if (fields.payment_method === undefined) response.writeHead(500).end("KeyError: 'payment_method'");
      else response.end('paid');
    });
    const pay = async (invoice_no: string) => {
      const callback_url = `http://127.0.0.1:${port}/callback`;
      const answer = await sandbox.call('aggregator/confirm', {
        ...rightFields['aggregator/confirm'],
        invoice_no,
        callback_url,
      });
      const checkout = encodeURIComponent(answer.json.result.redirect_url);
      const { callbacks } = (await sandbox.control(`checkouts/${checkout}/approve`, {})).json;
      return async () => (await sandbox.control(`callbacks/${callbacks[0]}`)).json;
    };
    const url = await sandbox.listen();
    const first = await pay('A-1');
    await expect.poll(async () => (await first()).attempts[0]?.answer?.status).toBe(500);
    const found = await proposed(sandbox, url);
    expect(told(found)).toEqual([
      [
        'aggregator.method_field',
        'the merchant refused 1 of 1 callbacks with an answer that names payment_method',
        { settings: { aggregator: { method_field: 'payment_method' } } },
      ],
    ]);
    await set(sandbox, found);
    const second = await pay('A-2');
    await expect.poll(async () => (await second()).status).toBe('delivered');
  });

  it("a return_url that is for a customer's browser alone: card.callback", async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(403);
    const pay = async (invoice_no: string) => {
      const fields = { ...rightFields['cardgw/confirm'], invoice_no, return_url: `${merchant.url}/return` };
      const checkout = encodeURIComponent(
        (await sandbox.call('cardgw/confirm', fields)).json.result.redirect_url,
      );
      return (await sandbox.control(`checkouts/${checkout}/approve`, {})).json;
    };
    const url = await sandbox.listen();
    const [id] = (await pay('A-1')).callbacks;
    await expect
      .poll(async () => (await sandbox.control(`callbacks/${id}`)).json.attempts[0]?.answer?.status)
      .toBe(403);
    const found = await proposed(sandbox, url);
    expect(told(found)).toEqual([
      [
        'card.callback',
        "the merchant refused 1 of 1 card callbacks with 403: its return_url is for a customer's browser",
        { settings: { card: { callback: 'browser' } } },
      ],
    ]);
    await set(sandbox, found);
    const paid = await pay('A-2');
    expect([
      paid.callbacks,
      paid.return_url.startsWith(`${merchant.url}/return?gateway=cardgw&approved=1&`),
    ]).toEqual([[], true]);
  });

  it('several at once, in a body that could not be read: each is seen', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call(
      'acmepay/verify',
      {},
      json({ ...rightFields['walletB/verify'], mobile_number: '945678901' }),
    );
    expect((await proposed(sandbox)).map((proposal) => proposal.switch)).toEqual([
      'names',
      'requests.bodies',
      'mobile.lenient',
    ]);
  });

  it('nothing, where the client does as the document says', async () => {
    const sandbox = await freshSandbox();
    for (const [path, fields] of Object.entries(rightFields))
      await sandbox.call(path, 'invoice_no' in fields ? { ...fields, invoice_no: path } : fields);
    await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], amount: '0' });
    expect(await proposed(sandbox)).toEqual([]);
  });
});
