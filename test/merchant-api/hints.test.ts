import { describe, expect, it } from 'vitest';
import { advance } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectCodeless, verified } from '../support/merchant-api.ts';
import { type Answer, differentCodes, rightFields, type TestSandbox } from '../support/sandbox.ts';

const gateways = 'walletA, walletB, localbankcards, cardgw, aggregator';

describe('X-Sandbox-Hint', () => {
  it('an unknown gateway: the gateways, `names` and the doctor, in the header and the log alone', async () => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.call('acmepay/verify', rightFields['walletA/verify']);
    expectCodeless(answer, 404);
    const hint = `The gateways are ${gateways}. If your client has other names for them, set "names" in the config; \`gateway-sandbox doctor --client\` suggests them.`;
    expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
    expect(answer.text).not.toContain('walletA');
    const { trace } = (await sandbox.control('requests/1')).json;
    expect(trace.at(-1)).toMatchObject({
      check: 'route',
      passed: false,
      got: `The requested resource does not exist. · ${hint}`,
    });
  });

  it('the gateways have the names of the config', async () => {
    const sandbox = await freshSandbox({ names: { walletA: 'acmepay' } });
    const hint = (await sandbox.call('walletC/verify')).headers.get('x-sandbox-hint');
    expect(hint).toContain('The gateways are acmepay, walletB, localbankcards, cardgw, aggregator.');
  });

  it.each([
    ['cardgw/verify', 'cardgw has no verify. Its only endpoint is confirm.'],
    ['walletA', 'The endpoints are /api/v1/transaction/<gateway>/<verify|confirm>.'],
  ])('%s: %s', async (path, hint) => {
    const answer = await (await freshSandbox()).call(path);
    expectCodeless(answer, 404);
    expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
  });

  it('a JSON body names its setting; another type has no hint', async () => {
    const sandbox = await freshSandbox();
    const sent = (type: string) =>
      sandbox.call('walletA/verify', {}, { body: '{}', headers: { 'Content-Type': type } });
    expect((await sent('application/json')).headers.get('x-sandbox-hint')).toBe(
      'To accept JSON bodies, set requests.bodies to lenient or use --profile compatible.',
    );
    expect((await sent('text/plain')).headers.get('x-sandbox-hint')).toBeNull();
  });

  it('a 9-digit number names its setting; another wrong number has no hint', async () => {
    const sandbox = await freshSandbox();
    expect(await hintOf(verifyA(sandbox, '912345678'))).toBe(
      'To accept 9-digit mobile numbers, set mobile.lenient to true or use --profile compatible.',
    );
    expect(await hintOf(verifyA(sandbox, '945678901'))).toBeNull();
    const walletB = sandbox.call('walletB/verify', { mobile_number: '945678901', amount: '10.00' });
    expect(await hintOf(walletB)).toContain('mobile.lenient');
  });

  it('an invoice number of an unpaid payment names its setting; one of a paid payment has no hint', async () => {
    const sandbox = await freshSandbox();
    const hint =
      'To use an invoice_no again until it is paid, set invoice.used to completed or use --profile compatible.';
    const paid = await verified(sandbox, 'walletA');
    const confirmed = () => sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    expect(await hintOf(confirmed())).toBeNull();
    expect(await hintOf(confirmed())).toBe(hint);
    expect(await hintOf(sandbox.call('walletA/confirm', paid))).toBe(hint);
    await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    expect(await hintOf(confirmed())).toBeNull();
    expect(await hintOf(sandbox.call('walletA/confirm', paid))).toBeNull();
  });

  it('the setting that the hint names helps with the same number', async () => {
    const sandbox = await freshSandbox();
    const confirmed = () => sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    await confirmed();
    expect(await hintOf(confirmed())).toContain('invoice.used');
    await sandbox.control('settings', { invoice: { used: 'completed' } }, 'PATCH');
    expect((await confirmed()).status).toBe(200);
  });

  it('the first code of two verifies at once names its setting', async () => {
    const hint =
      'To keep the first code valid when verify is sent twice, set otp.repeat_window to 5s or use --profile compatible.';
    for (const which of [0, 1]) {
      const sandbox = await freshSandbox({ ids: differentCodes() });
      const processes = [await verified(sandbox, 'walletA'), await verified(sandbox, 'walletA')];
      const confirm = (code: string) =>
        hintOf(sandbox.call('walletA/confirm', { ...processes[which], code }));
      expect(await confirm('111111')).toBe(hint);
      expect(await confirm('333333')).toBeNull();
    }
  });

  it('a code that a later verify replaced has no hint, nor has the code of the other mode', async () => {
    const sandbox = await freshSandbox({ ids: differentCodes() });
    const first = await verified(sandbox, 'walletA');
    await advance(sandbox, '5s');
    await verified(sandbox, 'walletA');
    expect(await hintOf(sandbox.call('walletA/confirm', { ...first, code: '111111' }))).toBeNull();
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], { token: 'demo_live_token' });
    expect(await hintOf(sandbox.call('walletA/confirm', { ...first, code: '333333' }))).toBeNull();
  });

  it('an answer that is no refusal has none', async () => {
    const answer = await (await freshSandbox()).call('walletA/verify', rightFields['walletA/verify']);
    expect(answer.headers.get('x-sandbox-hint')).toBeNull();
  });
});

function verifyA(sandbox: TestSandbox, mobile_number: string) {
  return sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], mobile_number });
}

async function hintOf(answer: Promise<Answer>): Promise<string | null> {
  return (await answer).headers.get('x-sandbox-hint');
}
