import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectCodeless } from '../support/merchant-api.ts';
import { rightFields } from '../support/sandbox.ts';

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

  it('an answer that is no refusal has none', async () => {
    const answer = await (await freshSandbox()).call('walletA/verify', rightFields['walletA/verify']);
    expect(answer.headers.get('x-sandbox-hint')).toBeNull();
  });
});
