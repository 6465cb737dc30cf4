import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal } from '../support/merchant-api.ts';
import { type Answer, rightFields, type TestSandbox } from '../support/sandbox.ts';

const right = new URLSearchParams(rightFields['cardgw/confirm']).toString();
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const send = (body: string): Promise<Answer> => sandbox.call('cardgw/confirm', {}, { body, headers: form });

/** A multipart body like a browser's, with the parts unchanged. */
function multipart(
  parts: readonly string[],
  { end = '--x--\r\n', type = 'multipart/form-data; boundary=x' } = {},
) {
  const body = parts.map((part) => `--x\r\n${part}\r\n`).join('') + end;
  return sandbox.call('cardgw/confirm', {}, { body, headers: { 'Content-Type': type } });
}

const part = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const rightParts = Object.entries(rightFields['cardgw/confirm']).map(([name, value]) => part(name, value));

describe('A field that was sent more than once', () => {
  it.each(['amount=1&amount=1', 'amount=1&amount=2', 'amount=&amount=', 'amount=1&%61mount=1'])(
    '%s',
    async (twice) => {
      const answer = await send(`${twice}&invoice_no=A&return_url=https://shop.example/`);
      expectRefusal(answer, 'INVALID_INPUTS', { amount: ['was sent more than once'] });
    },
  );

  it('An optional one too, and in multipart too', async () => {
    expectRefusal(await send(`${right}&lang=ar&lang=ar`), 'INVALID_INPUTS', {
      lang: ['was sent more than once'],
    });
    expectRefusal(await multipart([...rightParts, part('amount', '10.00')]), 'INVALID_INPUTS', {
      amount: ['was sent more than once'],
    });
  });
});

describe('Names are exactly as written', () => {
  it.each([
    'amount[]=1',
    'amount[a]=1',
    'amount%5B%5D=1',
    'Amount=1',
    'amount =1',
    '+amount=1',
    'amount.=1',
    'amount%00=1',
  ])('%s is another field: amount is missing', async (other) => {
    const answer = await send(`${other}&invoice_no=A&return_url=https://shop.example/`);
    expectRefusal(answer, 'INVALID_INPUTS', { amount: ['is required'] });
  });

  it.each(
    [
      [
        '__proto__=1',
        'constructor=1',
        'prototype[x]=1',
        '__proto__[amount]=0',
        'toString=1',
        'hasOwnProperty=1',
      ],
      [
        '=',
        '=1',
        '&&&',
        'colour=red',
        'colour',
        '%ff=1',
        'x=%ff',
        'x=%00',
        'x=1&x=2',
        'hashed=0',
        'result[code]=1',
      ],
    ].flat(),
  )('Unknown extras are ignored: %s', async (extra) => {
    expect((await send(`${right}&${extra}`)).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'amount')).toBe(false);
    expect({}).not.toHaveProperty('x');
  });

  it('A name of Object.prototype is no field that was sent', async () => {
    const answer = await send('__proto__=1&constructor=1');
    expectRefusal(answer, 'INVALID_INPUTS', {
      amount: ['is required'],
      invoice_no: ['is required'],
      return_url: ['is required'],
    });
  });
});

describe('Text', () => {
  it.each(['%ff', '%c3', '%c3%28', '%ed%a0%80', '%f8%88%80%80%80', '%c0%af', 'INV%80'])(
    'Invalid UTF-8 is refused, never turned into U+FFFD: %s',
    async (bytes) => {
      const answer = await send(`amount=1&invoice_no=${bytes}&return_url=https://shop.example/`);
      expectRefusal(answer, 'INVALID_INPUTS', { invoice_no: ['must be UTF-8'] });
      expect(answer.text).not.toContain('\ufffd');
    },
  );

  it('Also in multipart', async () => {
    const text = ['amount', 'return_url'].map((name) =>
      part(name, name === 'amount' ? '1' : 'https://shop.example/'),
    );
    const head = `--x\r\n${text.join('\r\n--x\r\n')}\r\n--x\r\n${part('invoice_no', '')}`;
    const body = new Uint8Array(
      Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from('\r\n--x--\r\n')]),
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const answer = await sandbox.call('cardgw/confirm', {}, { body, headers });
    expectRefusal(answer, 'INVALID_INPUTS', { invoice_no: ['must be UTF-8'] });
  });

  it.each(['%00', 'INV%00', 'INV%00-1', 'INV\u0000'])('A NUL is refused: %j', async (text) => {
    const answer = await send(`amount=1&invoice_no=${text}&return_url=https://shop.example/`);
    expectRefusal(answer, 'INVALID_INPUTS', { invoice_no: ['must not contain a NUL'] });
  });

  it.each([
    ['100%', '100%'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%4', '%4'],
    ['a%2', 'a%2'],
    ['%%41', '%A'],
    ['a+b%2Bc', 'a b+c'],
    ['a=b=c', 'a=b=c'],
    ['\u00e9', '\u00e9'],
    ['%D9%84', '\u0644'],
  ])('A bad percent sequence is literal text: %s is %s', async (sent, stored) => {
    const answer = await send(`amount=1&invoice_no=${sent}&return_url=https://shop.example/`);
    expect(answer.status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.invoice_no).toBe(stored);
  });

  it("And then the field's own rule: amount=5% is INVALID_AMOUNT_FORMAT", async () => {
    const answer = await send('amount=5%&invoice_no=A&return_url=https://shop.example/');
    expectRefusal(answer, 'INVALID_AMOUNT_FORMAT');
  });

  it('A file where text belongs is refused', async () => {
    const file = 'Content-Disposition: form-data; name="amount"; filename="a.txt"\r\n\r\n10.00';
    expectRefusal(await multipart([file, ...rightParts.slice(1)]), 'INVALID_INPUTS', {
      amount: ['must be a text, not a file'],
    });
  });
});

describe('Multipart that cannot be read is 422 INVALID_INPUTS', () => {
  const unnamed = 'Content-Disposition: form-data\r\n\r\n1';
  it.each([
    ['without a boundary', () => multipart(rightParts, { type: 'multipart/form-data' })],
    ['with an empty boundary', () => multipart(rightParts, { type: 'multipart/form-data; boundary=""' })],
    ['with a wrong boundary', () => multipart(rightParts, { type: 'multipart/form-data; boundary=y' })],
    ['with no closing boundary', () => multipart(rightParts, { end: '' })],
    ['empty', () => multipart([], { end: '' })],
    ['with a closing boundary alone', () => multipart([])],
    [
      'with LF only',
      () => multipart([], { end: `--x\n${part('amount', '1').replaceAll('\r', '')}\n--x--\n` }),
    ],
    ['with a part without a name', () => multipart([unnamed])],
    ['with a part without headers', () => multipart(['1'])],
    ['with 65 parts', () => multipart(Array.from({ length: 65 }, (_, at) => part(`f${at}`, '1')))],
  ])('%s', async (_what, sent) => {
    const answer = await sent();
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      error: {
        status: 422,
        code: 'INVALID_INPUTS',
        message: expect.stringMatching(/^The .+\.$/),
      },
    });
  });

  it('64 parts can be read', async () => {
    const extras = Array.from({ length: 61 }, (_, at) => part(`f${at}`, '1'));
    expect((await multipart([...rightParts, ...extras])).status).toBe(200);
  });
});
