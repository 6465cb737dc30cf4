import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { execNode } from '../support/exec-node.ts';
import { rightFields } from '../support/sandbox.ts';

function paying(path: string, fields: Readonly<Record<string, string>>): string {
  return `
    const { GATEWAY_URL, GATEWAY_ACCESS_TOKEN, GATEWAY_API_KEY } = process.env;
    const answer = await fetch(GATEWAY_URL + '/api/v1/transaction/${path}', {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + GATEWAY_ACCESS_TOKEN, 'X-API-KEY': GATEWAY_API_KEY },
      body: new URLSearchParams(${JSON.stringify(fields)}),
    });
    console.log(answer.status);`;
}

describe('exec -- CMD', () => {
  it('sets the environment for CMD, which can pay, and passes its output through', async () => {
    const code = `${paying('walletA/verify', rightFields['walletA/verify'])}
      console.log(process.env.GATEWAY_SECRET_KEY, process.env.GATEWAY_SANDBOX_URL === GATEWAY_URL);`;
    expect(await execNode(code)).toEqual({
      code: 0,
      signal: null,
      stdout: '200\ndemo_secret_key true\n',
      stderr: '',
    });
  });

  it('--env NAME=TEMPLATE maps values to the names of the app', async () => {
    const template = '{url}/api|{control_url}|{api_key}|{access_token}|{secret_key}';
    const { stdout } = await execNode(
      'console.log(process.env.PAY, process.env.B, process.env.GATEWAY_URL)',
      ['--env', `PAY=${template}`, '--env', 'B=x=1'],
    );
    const [pay, other, url] = stdout.trimEnd().split(' ');
    expect(pay).toBe(`${url}/api|${url}/_sandbox/api|demo_api_key|demo_test_token|demo_secret_key`);
    expect(other).toBe('x=1');
  });

  it.each([
    [
      'A={ur}',
      '--env A: there is no {ur}. There are {url}, {control_url}, {api_key}, {access_token}, {secret_key}.\n',
    ],
    [
      'A={constructor}',
      '--env A: there is no {constructor}. There are {url}, {control_url}, {api_key}, {access_token}, {secret_key}.\n',
    ],
    ['A', '--env "A" must have the form NAME=TEMPLATE.\n'],
    ['A B=1', '--env "A B=1" must have the form NAME=TEMPLATE.\n'],
  ])('--env %s is wrong usage', async (template, stderr) => {
    expect(await execNode('', ['--env', template])).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });

  it.each([1, 3, 200])('exits with its code %d', async (code) => {
    const ended = await execNode(`process.exit(${code})`);
    expect(ended).toEqual({
      code,
      signal: null,
      stdout: '',
      stderr: 'gateway-sandbox: nothing went wrong with the payments.\n',
    });
  });

  it('on failure prints the refused requests, and the payments with their timelines', async () => {
    const { code, stdout, stderr } = await execNode(`
      ${paying('walletA/verify', { ...rightFields['walletA/verify'], amount: '0' })}
      await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(
        paying('cardgw/confirm', rightFields['cardgw/confirm']),
      )}));
      process.exit(4);`);
    expect([code, stdout]).toEqual([4, '400\n200\n']);
    expect(stderr).toMatch(
      / POST \/api\/v1\/transaction\/walletA\/verify {2}400 AMOUNT_NOT_ALLOWED {2}at amount/,
    );
    expect(stderr).toMatch(/Payments that were not completed\n\ntransaction +100001\n/);
    expect(stderr).toMatch(/ transaction\.started +gateway=cardgw/);
  });

  it('on failure prints the payments whose response was lost', async () => {
    const { code, stderr } = await execNode(`
      const { GATEWAY_URL, GATEWAY_ACCESS_TOKEN, GATEWAY_API_KEY } = process.env;
      const headers = { Authorization: 'Bearer ' + GATEWAY_ACCESS_TOKEN, 'X-API-KEY': GATEWAY_API_KEY };
      const call = async (path, init) => (await fetch(GATEWAY_URL + path, init)).json();
      const pay = (action, fields) => call('/api/v1/transaction/walletB/' + action, {
        method: 'POST', headers, body: new URLSearchParams({ amount: '5', ...fields }),
      });
      const { result } = await pay('verify', { mobile_number: '0945678901' });
      const { data } = await call('/_sandbox/api/otps');
      const effect = { reset: true, after: true };
      await call('/_sandbox/api/faults', { method: 'POST', body: JSON.stringify({ effect }) });
      await pay('confirm', { ...result, code: data[0].code, invoice_no: 'A' }).catch(() => process.exit(5));`);
    expect(code).toBe(5);
    expect(stderr).toMatch(/Payments whose response did not reach your app\n\ntransaction +100001\n/);
    expect(stderr).toMatch(/ response\.lost +gateway=walletB fault=fault 1\n$/);
    expect(stderr).not.toContain('not completed');
  });

  it('reads the config file, but for the port and the data', async () => {
    const cwd = testFolder();
    const config = { port: 9, data: 'no/folder.db', names: { walletA: 'acmepay' } };
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify(config));
    const code = paying('acmepay/verify', rightFields['walletA/verify']);
    const ended = await execNode(code, [], { cwd });
    expect(ended).toMatchObject({ code: 0, stdout: '200\n', stderr: '' });
  });

  it.each([
    ['a fixed one: it leads to another sandbox', 'https://pay.example', [], 'own'],
    ['auto', 'auto', [], 'own'],
    [
      'a fixed one whose host is intercepted',
      'https://pay.example',
      ['--intercept', 'pay.example'],
      'https://pay.example',
    ],
    [
      'a fixed one at another port than the intercepted one',
      'https://pay.example',
      ['--intercept', 'pay.example:8443'],
      'own',
    ],
    ['a fixed one beside an intercepted host', 'https://pay.example', ['--intercept', 'api.example'], 'own'],
  ])('redirect_url with a public_url of the configuration, %s', async (_which, given, flags, begins) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify({ public_url: given }));
    const code = `${paying('cardgw/confirm', rightFields['cardgw/confirm'])}
      const { origin } = new URL((await answer.json()).result.redirect_url);
      console.log(origin === GATEWAY_URL ? 'own' : origin);`;
    expect(await execNode(code, flags, { cwd })).toMatchObject({ code: 0, stdout: `200\n${begins}\n` });
    if (flags.length > 0) return;
    const env = { GATEWAY_SANDBOX_PUBLIC_URL: given };
    expect(await execNode(code, flags, { env })).toMatchObject({ code: 0, stdout: `200\n${begins}\n` });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on, and waits for the command', async (signal) => {
    const code = `process.on('${signal}', () => { console.log('got it'); process.exit(9); });
      setInterval(() => {}, 1000); console.log('ready');`;
    const cli = runCli(['exec', '--', execPath, '-e', code]);
    await cli.printed(/ready\n/);
    cli.process.kill(signal);
    expect(await cli.ended).toMatchObject({ code: 9, stdout: 'ready\ngot it\n' });
  });
});
