import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { endpoints, expectRefusal, goodFields } from '../support/merchant-api.ts';
import { type Answer, rightFields, type TestSandbox } from '../support/sandbox.ts';

const form = 'application/x-www-form-urlencoded';
const right = rightFields['walletA/verify'];
const required = { mobile_number: ['is required'], birth_year: ['is required'], amount: ['is required'] };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

/** A walletA verify with this body and type; `null` sends neither. */
function send(
  type: string | null,
  body: string | Uint8Array<ArrayBuffer> | null,
  query = '',
): Promise<Answer> {
  return sandbox.fetch(`/api/v1/transaction/walletA/verify${query}`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer demo_test_token',
      'X-API-KEY': 'demo_api_key',
      ...(type !== null && { 'Content-Type': type }),
    },
    // As bytes, so that `fetch` adds no content type.
    ...(body !== null && { body: typeof body === 'string' ? Buffer.from(body) : body }),
  });
}

const query = new URLSearchParams(right).toString();

describe('Request fields are sent as form fields', () => {
  it.each(endpoints)('%s takes them urlencoded and as multipart', async (endpoint) => {
    const fields = await goodFields(sandbox, endpoint);
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    expect((await sandbox.call(endpoint, {}, { body: multipart })).status).toBe(200);
    const again = { ...(await goodFields(sandbox, endpoint)), invoice_no: 'INV-2' };
    expect((await sandbox.call(endpoint, again)).status).toBe(200);
  });

  it.each([
    form,
    `${form}; charset=UTF-8`,
    `${form};charset="utf-8"`,
    'Application/X-WWW-Form-Urlencoded',
    ` ${form} `,
  ])('The type may be written %j', async (type) => {
    expect((await send(type, query)).status).toBe(200);
  });

  it.each(endpoints)('%s with an empty body and no type names every required field', async (endpoint) => {
    const fields = await goodFields(sandbox, endpoint);
    const answer = await sandbox.fetch(`/api/v1/transaction/${endpoint}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
    });
    const expected = Object.fromEntries(Object.keys(fields).map((name) => [name, ['is required']]));
    expectRefusal(answer, 'INVALID_INPUTS', expected);
  });

  it('An empty form does too', async () => {
    expectRefusal(await send(form, ''), 'INVALID_INPUTS', required);
  });

  it('Fields in the query string are not read, and the message says so', async () => {
    const answer = await send(null, null, `?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.json.error).toEqual({
      status: 422,
      code: 'INVALID_INPUTS',
      message: 'The fields must be sent in the body as form fields, not in the query string.',
      fields: required,
    });
  });

  it('A query string beside a form changes nothing', async () => {
    expect((await send(form, query, '?amount=x&birth_year=x')).status).toBe(200);
  });
});

describe('JSON, text, XML: 422 and a message that names the type', () => {
  it.each([
    ['application/json', JSON.stringify(right)],
    ['application/json; charset=utf-8', JSON.stringify(right)],
    ['application/vnd.api+json', '{}'],
    ['application/json', ''],
    ['text/plain', query],
    ['text/plain;charset=UTF-8', ''],
    ['application/xml', '<amount>5</amount>'],
    ['application/octet-stream', query],
    ['multipart/mixed; boundary=x', query],
    [`${form}; charset=iso-8859-1`, query],
    ['nonsense', query],
  ])('%s', async (type, body) => {
    const answer = await send(type, body);
    expect(answer.status).toBe(422);
    expect(answer.json.error).toEqual({
      status: 422,
      code: 'INVALID_INPUTS',
      message: `The fields must be sent as application/x-www-form-urlencoded or multipart/form-data, not as ${type}.`,
      fields: required,
    });
  });

  it('A body without a type', async () => {
    const answer = await send(null, query);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toContain('not as a body without a Content-Type');
    expect(answer.json.error.fields).toEqual(required);
  });

  it.each(['{', '{"amount":5', "{'amount':5}", 'amount=5', '\u0000', '{"amount":"\ud800"'])(
    'Broken JSON is refused with the same code and status: %j',
    async (body) => {
      const answer = await send('application/json', body);
      expect(answer.status).toBe(422);
      expect(answer.json.error).toEqual({
        status: 422,
        code: 'INVALID_INPUTS',
        message: 'The body is not valid JSON, although its Content-Type says so.',
      });
    },
  );
});

describe('A body that cannot be read has the status of its code', () => {
  it.each([
    ['application/json', '{'],
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', '--x'],
    ['text/plain', query],
    [form, 'amount=1'],
  ])('which the setting statuses changes: %s %j', async (type, body) => {
    await sandbox.control('settings', { statuses: { INVALID_INPUTS: 400 } }, 'PATCH');
    const answer = await send(type, body);
    expect([answer.status, answer.json.error.status]).toEqual([400, 400]);
  });
});

describe('requests.bodies lenient also takes JSON', () => {
  beforeEach(async () => {
    await sandbox.control('settings', { requests: { bodies: 'lenient' } }, 'PATCH');
  });

  it('Texts as they are, numbers as they are written', async () => {
    const json = '{"mobile_number":"0912345678","birth_year":1990,"amount":10.50}';
    const answer = await send('application/json', json);
    expect(answer.status).toBe(200);
    expect((await sandbox.control('otps')).json.data[0].amount).toBe('10.50');
  });

  it('No body and no type is a form without fields', async () => {
    const answer = await send(null, '');
    expectRefusal(answer, 'INVALID_INPUTS', required);
    expect(answer.headers.get('x-sandbox-assumption')).not.toContain('requests.bodies');
  });

  it('Forms are taken as ever', async () => {
    expect((await send(form, query)).status).toBe(200);
  });

  it('null, lists and objects count as missing', async () => {
    const json = JSON.stringify({ mobile_number: null, birth_year: ['1990'], amount: { value: 5 } });
    expectRefusal(await send('application/json', json), 'INVALID_INPUTS', required);
  });

  it.each(['[]', '"5"', '5', 'null', '{', ''])('%j is no object of fields', async (json) => {
    const answer = await send('application/json', json);
    expect(answer.status).toBe(422);
    expect(answer.json.error.code).toBe('INVALID_INPUTS');
    // An empty text is an object of no fields: those are missing.
    expect(answer.json.error.fields).toEqual(json === '' ? required : undefined);
  });

  it('Text and XML are refused as ever', async () => {
    expect((await send('text/plain', query)).status).toBe(422);
  });
});
