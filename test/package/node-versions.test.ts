import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf } from './node-of.ts';
import { packInto, run, succeeded } from './npm.ts';

const library = join(import.meta.dirname, '../../dist/index.cjs');

/** `npx` in a folder that holds the packed file alone, as somebody with this Node types it. */
describe('npx with the packed file', () => {
  const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-npx-'));
  const nodes = new Map<string, string>();
  let packed: string;
  beforeAll(async () => {
    packed = await packInto(place, 'as built');
    for (const wanted of ['20', '22.14.0', '22', '24', '26']) nodes.set(wanted, await nodeOf(wanted));
  }, 300_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function npx(wanted: string, ...args: readonly string[]): ReturnType<typeof run> {
    const folder = join(place, wanted);
    const file = basename(packed);
    mkdirSync(folder, { recursive: true });
    copyFileSync(packed, join(folder, file));
    const options = { node: nodes.get(wanted) ?? '', cache: join(place, 'npm-cache') };
    return run(folder, 'npx', ['--yes', `./${file}`, ...args], options);
  }

  test.each(['22.14.0', '22', '24', '26'])(
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
    60_000,
  );

  test('on Node 20: says in one sentence which Node it needs, exit code 1', async () => {
    const { code, stdout, stderr } = await npx('20', '--version');
    // npm warns of its own before.
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
    const said = await succeeded(run(place, 'node', ['--eval', code], { node: nodes.get('20') ?? '' }));
    expect(said).toMatch(/^gateway-sandbox needs Node\.js 22\.14 or newer, and this is v20\.\d+\.\d+\.\n$/);
  });
});

/** Pays by walletB, and looks at a page and its style. */
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
