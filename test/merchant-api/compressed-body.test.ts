import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const form = 'application/x-www-form-urlencoded';
const query = new URLSearchParams(rightFields['walletA/verify']).toString();
const required = { mobile_number: ['is required'], birth_year: ['is required'], amount: ['is required'] };
const hint = 'The sandbox does not decompress request bodies. Send the body without Content-Encoding.';

it.each([
  ['gzip', gzipSync(query)],
  ['deflate', deflateSync(query)],
])('A compressed body is never inflated: %s', async (encoding, body) => {
  const answer = await sent(form, encoding, body);
  expectRefusal(answer, 'INVALID_INPUTS', required);
});

it.each([
  [form, 'gzip'],
  ['application/json', 'gzip'],
  ['multipart/form-data; boundary=x', 'deflate'],
  ['text/plain', 'br'],
])('%s in the encoding %s is refused with a hint, in the header and the log', async (type, encoding) => {
  const sandbox = await freshSandbox();
  const answer = await sent(type, encoding, gzipSync(query), sandbox);
  expect(answer.status).toBe(422);
  expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
  const { trace } = (await sandbox.control('requests/1')).json;
  expect(trace.at(-1)).toMatchObject({ passed: false, got: expect.stringContaining(` · ${hint}`) });
});

it.each(['identity', ''])('A body without fields in the encoding "%s" has no hint', async (encoding) => {
  const answer = await sent(form, encoding, '');
  expectRefusal(answer, 'INVALID_INPUTS', required);
  expect(answer.headers.get('x-sandbox-hint')).toBeNull();
});

it('A body of which a field could be read has no hint', async () => {
  const answer = await sent(form, 'gzip', 'amount=10.00');
  expect(answer.status).toBe(422);
  expect(answer.headers.get('x-sandbox-hint')).toBeNull();
});

async function sent(type: string, encoding: string, body: string | Uint8Array, sandbox?: TestSandbox) {
  const headers = { 'Content-Type': type, 'Content-Encoding': encoding };
  const to = sandbox ?? (await freshSandbox());
  return to.call('walletA/verify', {}, { body: new Uint8Array(Buffer.from(body)), headers });
}
