import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { startCheckout } from '../support/checkouts.ts';
import type { Wallet } from '../support/merchant-api.ts';
import { type MerchantServer, merchantServer } from '../support/merchant-server.ts';
import { runPrograms } from '../support/programs.ts';
import { rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

/** Unescaped, it would break out of a string in some language. */
const hostile = `O'Brien "x" $HOME \`id\` \\n {{7}} ?> #{1} \${2} é`;

/** The sandbox where the payments happened. */
let told: TestSandbox;
let target: TestSandbox;
/** The environment of a program, for a sandbox that requires a token. */
let variables: Readonly<Record<string, string>>;
let merchant: MerchantServer;
let ids: readonly string[];

beforeAll(async () => {
  merchant = await merchantServer();
  told = await testSandbox({ runningClock: true, ids: randomIds() });
  await told.listen();
  ids = await happened(told);
  // With each digit raised by one, it would be a magic value.
  const coded = { ...randomIds(), code: (digits: number) => '2'.padStart(digits, '9') };
  target = await testSandbox({ runningClock: true, ids: coded, token: 'let-me-in' });
  variables = { GATEWAY_SANDBOX_URL: await target.listen(), GATEWAY_SANDBOX_TOKEN: 'let-me-in' };
});

afterAll(async () => {
  await Promise.all([told.stop(), target.stop()]);
  await merchant.close();
});

/** A payment for each gateway and outcome. Returns the transaction IDs. */
async function happened(sandbox: TestSandbox): Promise<string[]> {
  return [
    await walletStory(sandbox, 'walletA', 'wrong-code'),
    await walletStory(sandbox, 'walletB', 'wrong-code'),
    await walletStory(sandbox, 'walletA', 'expired'),
    await checkoutStory(sandbox, 'localbankcards', [
      ['decline', { reason: 'insufficient_funds' }],
      ['approve', { copies: 2 }],
    ]),
    await checkoutStory(sandbox, 'localbankcards', [['expire', {}]]),
    await checkoutStory(sandbox, 'cardgw', [
      ['decline', { reason: 'expired_card' }],
      ['approve', {}],
    ]),
    await checkoutStory(sandbox, 'cardgw', [['cancel', {}]]),
    await checkoutStory(sandbox, 'cardgw', [['approve', { tamper: 'amount' }]]),
    await checkoutStory(sandbox, 'aggregator', [
      ['decline', { reason: 'declined' }],
      ['approve', { payment_method: 'method_3', hold: true }],
    ]),
    await checkoutStory(sandbox, 'aggregator', [
      ['extend', { by: '5m' }],
      ['cancel', {}],
    ]),
  ];
}

async function walletStory(
  sandbox: TestSandbox,
  wallet: Wallet,
  how: 'wrong-code' | 'expired',
): Promise<string> {
  const verify = rightFields[`${wallet}/verify`];
  const { json } = await sandbox.call(`${wallet}/verify`, verify);
  const fields = {
    process_id: String(json.result.process_id),
    amount: '10.00',
    invoice_no: `${hostile}-${wallet}-${how}`,
  };
  const newest = async () =>
    (await sandbox.control(`otps/latest?mobile_number=${verify.mobile_number}&gateway=${wallet}`)).json;
  const first = await newest();
  if (how === 'expired') {
    await sandbox.control(`otps/${first.id}/expire`, {});
    expect((await sandbox.call(`${wallet}/confirm`, { ...fields, code: first.code })).status).toBe(400);
    await sandbox.control(`otps/${first.id}/resend`, {});
  } else {
    const wrong = first.code.replace(/./g, (digit: string) => String((Number(digit) + 1) % 10));
    expect((await sandbox.call(`${wallet}/confirm`, { ...fields, code: wrong })).status).toBe(400);
  }
  const paid = await sandbox.call(`${wallet}/confirm`, { ...fields, code: (await newest()).code });
  expect(paid.status, paid.text).toBe(200);
  return String(paid.json.result.transaction_id);
}

type Decision = readonly [action: string, body: Readonly<Record<string, unknown>>];

async function checkoutStory(
  sandbox: TestSandbox,
  gateway: 'localbankcards' | 'cardgw' | 'aggregator',
  decisions: readonly Decision[],
): Promise<string> {
  const token = await startCheckout(sandbox, gateway, {
    invoice_no: `${hostile}-${gateway}-${decisions.map(([action]) => action).join('-')}-${JSON.stringify(decisions.at(-1)?.[1]).length}`,
    return_url: `${merchant.url}/return?own=1`,
    ...(gateway === 'aggregator' && { callback_url: `${merchant.url}/callback` }),
  });
  for (const [action, body] of decisions) {
    const { status, text } = await sandbox.control(`checkouts/${token}/${action}`, body);
    expect(status, text).toBe(200);
  }
  return (await sandbox.control(`checkouts/${token}`)).json.transaction_id;
}

/** All payments exported to one language, by file name. */
async function exported(kind: string): Promise<Record<string, string>> {
  const files = ids.map(async (id) => {
    const { status, headers, text } = await told.fetch(`/_sandbox/transactions/${id}/export/${kind}`);
    expect(status).toBe(200);
    const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    return [name, text] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('A transaction, handed over as a program, tells its story again in a fresh sandbox', () => {
  test('as a curl script', async () => {
    const files = await exported('curl');
    const all = 'for story in *.sh; do bash "$story" || exit 1; done';
    const { code, output } = await runPrograms(files, ['bash', '-c', all], variables);
    expect(output.match(/came out the same/g), output).toHaveLength(ids.length);
    expect(code).toBe(0);
  });

  test('as a Vitest file', async () => {
    const command = [execPath, vitest, 'run', '--root', '.'];
    const { code, output } = await runPrograms(await exported('vitest'), command, variables);
    expect(code, output).toBe(0);
    expect(output).toContain(`${ids.length} passed`);
  });

  test('as a PHPUnit file', async () => {
    const command = ['phpunit', '--do-not-cache-result', '.'];
    const { code, output } = await runPrograms(await exported('phpunit'), command, variables);
    expect(code, output).toBe(0);
    expect(output).toContain(`OK (${ids.length} tests`);
  });

  test('as a pytest file, which python3 alone runs too', async () => {
    const files = await exported('pytest');
    const { code, output } = await runPrograms(files, ['python3', '-m', 'pytest', '-q'], variables);
    expect(code, output).toBe(0);
    expect(output).toContain(`${ids.length} passed`);
    const [name = ''] = Object.keys(files);
    expect(await runPrograms(files, ['python3', name], variables)).toEqual({ code: 0, output: 'ok\n' });
  });

  test('and fails where the story comes out otherwise', async () => {
    const [[name, script] = ['', '']] = Object.entries(await exported('curl'));
    const changed = { [name]: script.replace('"status":"completed"', '"status":"canceled"') };
    expect(await runPrograms(changed, ['bash', name], variables)).toEqual({
      code: 1,
      output: expect.stringContaining('FAILED: no "status":"canceled" in'),
    });
  });

  test('with no key or token of the account in it', async () => {
    for (const kind of ['curl', 'vitest', 'phpunit', 'pytest'])
      for (const text of Object.values(await exported(kind)))
        expect(text).not.toMatch(/demo_secret|demo_live_token/);
  });

  test('and another kind of program is a 404', async () => {
    expect((await told.fetch(`/_sandbox/transactions/${ids[0]}/export/cobol`)).status).toBe(404);
    expect((await told.fetch('/_sandbox/transactions/1/export/curl')).status).toBe(404);
  });
});
