import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';

const nobody = 'http://127.0.0.7:9';

/** The variables that `audit` gives to a command, of those that `exec` gives. */
async function given(
  how: 'your app' | 'the command of an order',
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const file = join(testFolder(), 'environment');
  const command = `env >${file}; exit 3`;
  const byOrder = ['--return-url', `${nobody}/return`, '--order-cmd', command];
  const which = how === 'your app' ? ['--order-url', nobody, '--', 'sh', '-c', command] : byOrder;
  await cliResult(['audit', '--gateway', 'cardgw', ...flags, ...which], { env });
  const lines = readFileSync(file, 'utf8').split('\n');
  const variables = lines.flatMap((line) => [...line.matchAll(/^(GATEWAY_\w+|NODE_EXTRA_CA_CERTS)=(.*)$/g)]);
  return Object.fromEntries(variables.map(([, name, value]) => [name, value]));
}

it.each(['your app', 'the command of an order'] as const)(
  '%s gets all variables of exec for a sandbox with HTTPS and a token',
  async (how) => {
    const XDG_DATA_HOME = testFolder();
    vi.stubEnv('XDG_DATA_HOME', XDG_DATA_HOME);
    onTestFinished(() => void vi.unstubAllEnvs());
    const sandbox = await started({ https: true, token: 'token-of-the-test' });
    const flags = ['--url', sandbox.url, '--token', 'token-of-the-test'];
    const variables = {
      GATEWAY_URL: sandbox.url,
      GATEWAY_API_KEY: 'demo_api_key',
      GATEWAY_ACCESS_TOKEN: 'demo_test_token',
      GATEWAY_SECRET_KEY: 'demo_secret_key',
      GATEWAY_SANDBOX_URL: sandbox.url,
      GATEWAY_SANDBOX_TOKEN: 'token-of-the-test',
      NODE_EXTRA_CA_CERTS: sandbox.ca,
    };
    expect(await given(how, flags, { XDG_DATA_HOME })).toMatchObject(variables);
    const company = join(testFolder(), 'company.pem');
    writeFileSync(company, '# of the company\n');
    const own = await given(how, flags, { XDG_DATA_HOME, NODE_EXTRA_CA_CERTS: company });
    const both = readFileSync(own.NODE_EXTRA_CA_CERTS ?? '', 'utf8');
    expect(both).toBe(`${readFileSync(sandbox.ca ?? '', 'utf8')}# of the company\n`);
  },
);

it('Your app gets the token of a sandbox of its own', async () => {
  const config = join(testFolder(), 'sandbox.json');
  writeFileSync(config, JSON.stringify({ token: 'token-of-the-config' }));
  const variables = await given('your app', ['--config', config]);
  expect(variables).toMatchObject({ GATEWAY_SANDBOX_TOKEN: 'token-of-the-config' });
  expect(variables).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
});
