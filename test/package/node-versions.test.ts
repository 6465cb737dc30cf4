import { join } from 'node:path';
import { execPath } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MerchantProject, merchantProject } from './merchant-project.ts';
import { nodeOf } from './node-of.ts';
import { type ProgramEnd, run, succeeded } from './npm.ts';

const library = join(import.meta.dirname, '../../dist/index.cjs');
/** The oldest supported version, the one the tests use, and the newest. */
const supported = ['22.14.0', '24', '26'];

describe('npx gateway-sandbox in a project that has installed it', () => {
  let project: MerchantProject;
  const nodes = new Map([['24', execPath]]);
  beforeAll(async () => {
    project = await merchantProject();
    for (const wanted of ['20', '22.14.0', '26']) nodes.set(wanted, await nodeOf(wanted));
  }, 300_000);

  function npx(wanted: string, ...args: readonly string[]): Promise<ProgramEnd> {
    return project.run('npx', ['gateway-sandbox', ...args], { node: nodes.get(wanted) ?? '' });
  }

  test.each(supported)(
    'on Node %s: starts, takes a payment and shows its pages',
    async (wanted) => {
      const said = JSON.parse(await succeeded(npx(wanted, 'exec', '--', 'node', '--eval', customer)));
      expect(said).toEqual({
        node: expect.stringMatching(`^v${wanted.replaceAll('.', '\\.')}(\\.|$)`),
        paid: 'Transaction completed successfully',
        page: [200, 'text/html; charset=utf-8'],
        style: [200, 'text/css; charset=utf-8'],
      });
    },
    180_000,
  );

  test('on Node 20: says in one sentence which Node it needs, exit code 1', async () => {
    const { code, stdout, stderr } = await npx('20', '--version');
    // npm prints its own warnings first.
    const sentences = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'));
    expect({ code, stdout, sentences }).toEqual({
      code: 1,
      stdout: '',
      sentences: [
        expect.stringMatching(
          /^gateway-sandbox needs Node\.js 22\.14 or newer, and this is v20\.\d+\.\d+: see https:\/\/nodejs\.org\.$/,
        ),
      ],
    });
  });

  test('startSandbox on Node 20: says the same, before the native module ends the process', async () => {
    const code = `require(${JSON.stringify(library)}).startSandbox().catch((error) => console.log(error.message))`;
    const said = await succeeded(
      run(project.folder, 'node', ['--eval', code], { node: nodes.get('20') ?? '' }),
    );
    expect(said).toMatch(/^gateway-sandbox needs Node\.js 22\.14 or newer, and this is v20\.\d+\.\d+\.\n$/);
  });
});

/** Pays with walletB, and opens a page and its stylesheet. */
const customer = `
const { GATEWAY_URL, GATEWAY_API_KEY, GATEWAY_ACCESS_TOKEN } = process.env;
const headers = { Authorization: 'Bearer ' + GATEWAY_ACCESS_TOKEN, 'X-API-KEY': GATEWAY_API_KEY };
const call = async (step, fields) => {
  const body = new URLSearchParams({ amount: '10.00', ...fields });
  const answer = await fetch(GATEWAY_URL + '/api/v1/transaction/walletB/' + step, { method: 'POST', headers, body });
  return answer.json();
};
const look = (answer) => [answer.status, answer.headers.get('content-type')];
(async () => {
  const mobile_number = '0945678901';
  const { result } = await call('verify', { mobile_number });
  const sent = await fetch(GATEWAY_URL + '/_sandbox/api/otps/latest?mobile_number=' + mobile_number);
  const { code } = await sent.json();
  const { message } = await call('confirm', { process_id: result.process_id, code, invoice_no: 'INV-1' });
  const page = await fetch(GATEWAY_URL + '/_sandbox/');
  const [style] = /\\/assets\\/[^"]+\\.css/.exec(await page.text());
  const styles = await fetch(GATEWAY_URL + style);
  console.log(JSON.stringify({ node: process.version, paid: message, page: look(page), style: look(styles) }));
})();
`;
