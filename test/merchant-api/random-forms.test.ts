import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { freshSandbox } from '../support/fresh.ts';
import { endpoints } from '../support/merchant-api.ts';
import type { TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

/** A valid value for each field, followed by values that some rule refuses. */
const likely: Readonly<Record<string, readonly string[]>> = {
  amount: ['10.00', '10', '0', '500.01', '1.234', '-5', '٥'],
  mobile_number: ['0912345678', '0945678901', '912345678', '+218912345678'],
  birth_year: ['1990', '90'],
  process_id: ['1000000000001', '1000000000002', '9007199254740993'],
  code: ['123456', '1234', '000000', '0000'],
  return_url: ['https://shop.example/r', 'http://127.0.0.1:4700/', 'javascript:x', 'https://é.example/?a#b'],
  callback_url: ['https://shop.example/c', 'http://169.254.169.254/', '//x'],
  customer_ip: ['203.0.113.7', '::1', '999.1.1.1'],
  lang: ['ar', 'en', 'fr'],
  email: ['a@b', 'a@b@c'],
};

type Pair = readonly [name: string, value: string];

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant(''));
const invoice = fc.oneof(
  { arbitrary: fc.nat().map(String), weight: 6 },
  { arbitrary: fc.constantFrom('1', 'a&b=c', ' x', 'é', '\u202e', '😀'), weight: 2 },
  { arbitrary: anyText, weight: 1 },
);
const fields = fc.tuple(
  fieldOf('invoice_no', invoice),
  ...Object.entries(likely).map(([name, [right = '', ...others]]) =>
    fieldOf(
      name,
      fc.oneof(
        { arbitrary: fc.constant(right), weight: 20 },
        { arbitrary: fc.constantFrom(...others), weight: 3 },
        { arbitrary: anyText, weight: 1 },
      ),
    ),
  ),
);
const extras = fc.oneof(
  { arbitrary: fc.constant([]), weight: 4 },
  {
    arbitrary: fc.array(
      fc.tuple(fc.oneof(anyText, fc.constantFrom('amount', 'lang', '__proto__', 'amount[]')), anyText),
      { maxLength: 3 },
    ),
    weight: 1,
  },
);
const pairs = fc.tuple(fields, extras).map(([own, more]): Pair[] => [...own.flat(), ...more]);

/** The field with its value. Sometimes absent. */
function fieldOf(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Pair[]> {
  return fc.oneof(
    { arbitrary: value.map((text): Pair[] => [[name, text]]), weight: 20 },
    { arbitrary: fc.constant<Pair[]>([]), weight: 1 },
  );
}

const urlencoded = pairs.map((all) => ({
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(new URLSearchParams(all.map(([...each]) => each)).toString()),
}));
const raw = pairs.map((all) => ({
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(all.map(([name, value]) => `${name}=${value}`).join('&')),
}));
const multipart = pairs.map((all) => ({
  type: 'multipart/form-data; boundary=x',
  body: Buffer.from(
    `${all.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--`,
  ),
}));
const bytes = fc.record({
  type: fc.constantFrom(
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
    'text/plain',
  ),
  body: fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)),
});
const sent = fc.oneof(
  { arbitrary: urlencoded, weight: 6 },
  { arbitrary: raw, weight: 3 },
  { arbitrary: multipart, weight: 3 },
  { arbitrary: bytes, weight: 2 },
);

describe('1,000 random form bodies over all seven endpoints', () => {
  it('Every answer is planned, in the envelope, and its HTTP status equals that of the envelope', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), sent, async (endpoint, { type, body }) => {
        const headers = { 'Content-Type': type };
        const answer = await sandbox.call(endpoint, {}, { headers, body: new Uint8Array(body) });
        expect([200, 400, 422]).toContain(answer.status);
        expect(answer.headers.get('content-type')).toBe('application/json');
        const { status, error } = answer.json;
        expect(error?.status ?? status).toBe(answer.status);
        expect(error?.code).not.toBe('BACKEND_ERROR');
        seen.add(error?.code ?? `${endpoint} 200`);
      }),
      { numRuns: 1000 },
    );
    // The bodies get past the first rule.
    const reached = [
      'INVALID_INPUTS',
      'AMOUNT_NOT_ALLOWED',
      'walletA/verify 200',
      'walletB/verify 200',
      'localbankcards/confirm 200',
      'cardgw/confirm 200',
      'aggregator/confirm 200',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(reached));
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('amount');
    expect((await sandbox.control('requests?limit=1')).json.data[0].id).toBe('1000');
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});
