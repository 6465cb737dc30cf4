import { describe, expect, it } from 'vitest';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { webServer } from '../support/interception.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

async function checked(sandbox: TestSandbox, ask_app = true) {
  return (await sandbox.control('client/check', { ask_app })).json;
}

async function started(sandbox: TestSandbox, change = {}): Promise<string> {
  const { json } = await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], ...change });
  return encodeURIComponent(json.result.redirect_url);
}

/** A card payment whose callback got this answer from the merchant. */
async function paid(sandbox: TestSandbox, status: number, approval = {}) {
  const merchant = await freshMerchant();
  merchant.answerWith(status);
  const checkout = await started(sandbox, { return_url: `${merchant.url}/return` });
  const { callbacks } = (await sandbox.control(`checkouts/${checkout}/approve`, approval)).json;
  await expect
    .poll(async () => (await sandbox.control(`callbacks/${callbacks[0]}`)).json.attempts[0]?.answer?.status)
    .toBe(status);
  return merchant;
}

describe('doctor --client finds nothing wrong with', () => {
  it('a forged callback that the app refuses, as it should', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 403, { tamper: 'wrong-hash' });
    expect((await checked(sandbox)).failures).toEqual([]);
  });

  it('a callback that was refused until the app was corrected', async () => {
    const sandbox = await freshSandbox();
    const merchant = await paid(sandbox, 500);
    merchant.answerWith(200);
    expect(await checked(sandbox)).toMatchObject({ failures: [], sent_to_app: 2 });
  });

  it('an invoice_no that is refused because it is paid', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control(`checkouts/${await started(sandbox)}/approve`, { hold: true });
    expect((await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'])).status).toBe(422);
    expect((await checked(sandbox)).failures).toEqual([]);
  });

  it('a request that was refused by a fault', async () => {
    const sandbox = await freshSandbox();
    const fields = rightFields['walletB/verify'];
    await sandbox.call('walletB/verify', fields, { headers: { 'X-Sandbox-Fault': 'BACKEND_ERROR' } });
    expect((await checked(sandbox)).failures).toEqual([]);
  });

  it('what the settings have fixed since', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], mobile_number: '945678901' });
    await sandbox.control('settings', { mobile: { lenient: true } }, 'PATCH');
    const verdict = await checked(sandbox);
    expect([verdict.failures, verdict.config]).toEqual([[], { settings: { mobile: { lenient: true } } }]);
  });
});

describe('doctor --client says without a proposal', () => {
  it('that a request is refused which no setting makes right', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], amount: '0' });
    expect(await checked(sandbox)).toMatchObject({
      failures: [
        { reason: 'The amount must be greater than zero.', needs: [], request: '1', callback: null },
      ],
      proposals: [],
    });
  });

  it('that the app does not answer', async () => {
    const sandbox = await freshSandbox();
    const merchant = await paid(sandbox, 200);
    await merchant.close();
    expect((await checked(sandbox)).failures[0].reason).toMatch(
      /^Your app answered 200: "ok" to the callback, then did not answer \(.+\) to the same request from the browser\.$/,
    );
  });

  it('that a callback is refused, and sends it in each form only once', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(403);
    const { json } = await sandbox.call('aggregator/confirm', {
      ...rightFields['aggregator/confirm'],
      callback_url: `${merchant.url}/callback`,
    });
    const checkout = encodeURIComponent(json.result.redirect_url);
    await sandbox.control(`checkouts/${checkout}/approve`, { order: 'callback-first' });
    expect((await checked(sandbox)).failures[0].reason).toBe('Your app answered 403: "ok".');
    const [first, ...sent] = merchant.arrivals.map(({ body }) => body);
    expect([sent[0], new Set(sent).size]).toEqual([first, sent.length]);
  });

  it('the words of an error page, and nothing of its script', async () => {
    const sandbox = await freshSandbox();
    const script = `<script>${'function hide() {} '.repeat(300)}</script>`;
    const port = await webServer((_request, response) =>
      response.writeHead(500).end(`<h1>No such order</h1>${script}<p>A`),
    );
    const checkout = await started(sandbox, { return_url: `http://127.0.0.1:${port}/return` });
    await sandbox.control(`checkouts/${checkout}/approve`, { order: 'callback-first' });
    expect((await checked(sandbox)).failures[0].reason).toBe('Your app answered 500: "No such order".');
  });

  it('that a callback is refused, where nothing may be sent to the app', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 500);
    expect(await checked(sandbox, false)).toMatchObject({
      sent_to_app: 0,
      failures: [{ reason: 'Your app answered 500: "ok".', needs: [], callback: '1' }],
    });
  });
});

it('doctor --client looks further back than one page of the log', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('bpay/verify', rightFields['walletB/verify']);
  for (let count = 0; count < 200; count += 1) await sandbox.call('walletA/verify', {});
  expect((await checked(sandbox)).config).toEqual({ names: { walletB: 'bpay' } });
});
