import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { type MerchantServer, merchantServer } from '../support/merchant-server.ts';
import { runPrograms } from '../support/programs.ts';
import { type Fields, rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

let sandbox: TestSandbox;
let url: string;
let merchant: MerchantServer;
let ids: readonly string[];

beforeAll(async () => {
  merchant = await merchantServer();
  const settings = {
    requests: { query: 'merge' as const, bodies: 'lenient' as const },
    callback: { types: 'number' as const },
  };
  sandbox = await testSandbox({ runningClock: true, ids: randomIds(), settings });
  url = await sandbox.listen();
  ids = [await wallet(), await checkout()];
});

afterAll(async () => {
  await sandbox.stop();
  await merchant.close();
});

const inQuery = (endpoint: string, query: Fields, body: Fields = {}) =>
  sandbox.call(`${endpoint}?${new URLSearchParams(query)}`, body);

/** A payment with all or some of its fields in the query. */
async function wallet(): Promise<string> {
  const { json } = await inQuery('walletB/verify', rightFields['walletB/verify']);
  const process_id = String(json.result.process_id);
  const { code } = (await sandbox.control(`otps?process_id=${process_id}`)).json.data[0];
  const paid = await inQuery('walletB/confirm', { process_id, code }, { amount: '10.00', invoice_no: 'Q&1' });
  expect(paid.status, paid.text).toBe(200);
  return String(paid.json.result.transaction_id);
}

/** A payment whose callback has numbers. */
async function checkout(): Promise<string> {
  const { json } = await inQuery('aggregator/confirm', {
    ...rightFields['aggregator/confirm'],
    return_url: `${merchant.url}/return`,
    callback_url: `${merchant.url}/callback`,
    invoice_no: 'Q 2',
  });
  const at = `checkouts/${encodeURIComponent(json.result.redirect_url)}`;
  await sandbox.control(`${at}/approve`, {});
  return (await sandbox.control(at)).json.transaction_id;
}

async function exported(kind: string): Promise<Record<string, string>> {
  const files = ids.map(async (id) => {
    const { headers, text } = await sandbox.fetch(`/_sandbox/transactions/${id}/export/${kind}`);
    return [/filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '', text] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('A payment with fields in the query and numbers in its callback repeats where the settings are the same', () => {
  test.each([
    ['curl', ['bash', '-c', 'for story in *.sh; do bash "$story" || exit 1; done']],
    ['vitest', [execPath, vitest, 'run', '--root', '.']],
    ['phpunit', ['phpunit', '--do-not-cache-result', '.']],
    ['pytest', ['python3', '-m', 'pytest', '-q']],
  ])('as %s', async (kind, command) => {
    const { code, output } = await runPrograms(await exported(kind), command, { GATEWAY_SANDBOX_URL: url });
    expect(code, output).toBe(0);
  });
});
