import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const checkout = rightFields['cardgw/confirm'];
const path = '/api/v1/transaction/cardgw/confirm';

const replay = (sandbox: TestSandbox, id: string, body: unknown = {}) =>
  sandbox.control(`requests/${id}/replay`, body);
const invoices = async (sandbox: TestSandbox) =>
  (await sandbox.control('transactions')).json.data.map(
    ({ invoice_no }: { invoice_no: string }) => invoice_no,
  );

describe('POST requests/:id/replay', () => {
  it('sends the same request again, and answers with its own row of the log', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const first = (await sandbox.control('requests/1')).json;
    const { status, json } = await replay(sandbox, '1');
    expect(status).toBe(201);
    expect(json).toEqual({
      ...first,
      id: '2',
      headers: { ...first.headers, 'x-sandbox-replay': '1' },
      duration_ms: expect.any(Number),
      process_id: '1000000000002',
      // The second code replaces the first.
      assumptions: expect.arrayContaining([...first.assumptions, 'otp.repeat_window']),
      answer: { ...first.answer, result: { process_id: 1_000_000_000_002 } },
    });
    expect((await sandbox.control('requests/2')).json).toEqual(json);
    expect((await sandbox.control('requests/1')).json).toEqual(first);
    expect((await sandbox.control('otps')).json.data).toHaveLength(2);
  });

  it('is judged again: an invoice that is used up is refused, a fresh one in its place is taken', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', checkout);
    expect((await replay(sandbox, '1')).json).toMatchObject({
      status: 422,
      code: 'INVALID_INPUTS',
      answer: { error: { fields: { invoice_no: expect.any(Array) } } },
    });
    expect((await replay(sandbox, '1', { invoice_no: 'A & b/é' })).json).toMatchObject({
      status: 200,
      transaction_id: '100002',
    });
    expect(await invoices(sandbox)).toEqual(['A & b/é', 'INV-1']);
  });

  it('leaves a body without an invoice_no as it is', async () => {
    const sandbox = await freshSandbox();
    const body = 'mobile_number=0912345678&birth_year=1990&amount=10%2E00&x=a%20b';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await sandbox.call('walletA/verify', {}, { body, headers });
    expect((await replay(sandbox, '1', { invoice_no: 'INV-2' })).json).toMatchObject({ status: 200, body });
  });

  it('takes the new number in a JSON body, and keeps the text of the other members', async () => {
    const sandbox = await freshSandbox({ settings: { requests: { bodies: 'lenient' } } });
    const json = (no: string) =>
      `{ "amount": 10.50, "x": {"invoice_no": "INV-1"}, "invoice\\u005fno" : ${no},\n "return_url": "http://localhost/r" }`;
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '1' };
    await sandbox.call('cardgw/confirm', {}, { body: json('"INV-1"'), headers });
    const body = json('"A \\"b\\" é"');
    expect((await replay(sandbox, '1', { invoice_no: 'A "b" é' })).json).toMatchObject({
      status: 200,
      body,
      headers: { 'content-length': String(Buffer.byteLength(body)) },
    });
    expect(await invoices(sandbox)).toEqual(['A "b" é', 'INV-1']);
    const first = (await sandbox.control('transactions')).json.data[0];
    expect(first.amount).toBe('10.50');
  });

  it('takes the new number in a multipart body, and keeps its other parts', async () => {
    const sandbox = await freshSandbox();
    const body = new FormData();
    for (const [name, value] of Object.entries({ note: 'é', ...checkout })) body.append(name, value);
    await sandbox.call('cardgw/confirm', {}, { body });
    const sent = (await sandbox.control('requests/1')).json.body;
    const { json } = await replay(sandbox, '1', { invoice_no: 'Ü-2' });
    expect(json).toMatchObject({ status: 200, body: sent.replace(/INV-1/, 'Ü-2') });
    expect(await invoices(sandbox)).toEqual(['Ü-2', 'INV-1']);
  });

  it('takes the new number in the query, and keeps the other fields as they were written', async () => {
    const sandbox = await freshSandbox({ settings: { requests: { query: 'merge' } } });
    const query = (no: string) => `x=a%20b&amount=10%2E50&invoice_no=${no}`;
    const { return_url = '' } = checkout;
    await sandbox.fetch(`${path}?${query('INV%2D1')}`, merchantCall({ return_url }));
    expect((await replay(sandbox, '1', { invoice_no: 'A&2' })).json).toMatchObject({
      status: 200,
      path: `${path}?${query('A%262')}`,
    });
    expect(await invoices(sandbox)).toEqual(['A&2', 'INV-1']);
  });

  it.each([
    ['application/json', '{"invoice_no":"INV-1"'],
    ['application/json', '[{"invoice_no":"INV-1"}]'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="invoice_no"\r\n\r\nINV-1',
    ],
    ['multipart/form-data', 'name="invoice_no"'],
    ['text/plain', 'invoice_no=INV-1'],
  ])('never sends the old number: %s %j is refused', async (type, body) => {
    const sandbox = await freshSandbox({ settings: { requests: { bodies: 'lenient' } } });
    await sandbox.call('cardgw/confirm', {}, { body, headers: { 'Content-Type': type } });
    expect(await replay(sandbox, '1', { invoice_no: 'INV-2' })).toMatchObject({
      status: 400,
      json: {
        error: {
          code: 'INVALID_REQUEST',
          message: 'invoice_no: cannot be replaced in the body of this request, which cannot be read.',
        },
      },
    });
    expect((await sandbox.control('requests')).json.data).toHaveLength(1);
    expect((await replay(sandbox, '1')).json).toMatchObject({ status: 422, body });
  });

  it('reads a multipart body as it was sent', async () => {
    const sandbox = await freshSandbox();
    const body = new FormData();
    for (const [name, value] of Object.entries(rightFields['walletB/verify'])) body.append(name, value);
    await sandbox.call('walletB/verify', {}, { body });
    expect((await replay(sandbox, '1')).json.status).toBe(200);
  });

  it('uses the account’s present keys and the same mode', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', { ...checkout, amount: '900' }, { token: 'demo_live_token' });
    for (const what of ['live', 'api_key']) await sandbox.control('accounts/demo/renew', { what });
    const { json } = await replay(sandbox, '1', { invoice_no: 'INV-2' });
    expect(json).toMatchObject({ status: 200, account: 'demo', mode: 'live' });
  });

  it('A request that nobody could be told from stays so', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', checkout, { token: 'nobody' });
    expect((await replay(sandbox, '1')).json).toMatchObject({ status: 401, account: null });
    expect(await invoices(sandbox)).toEqual([]);
  });

  it('keeps the query whole, and the headers that the request asked for a fault with', async () => {
    const sandbox = await freshSandbox();
    const headers = { 'X-Sandbox-Fault': 'BACKEND_ERROR' };
    await sandbox.fetch(`${path}?a=1?b=2`, merchantCall(checkout, { headers }));
    expect((await replay(sandbox, '1')).json).toMatchObject({
      path: `${path}?a=1?b=2`,
      code: 'BACKEND_ERROR',
      fault: 'header BACKEND_ERROR',
    });
  });

  it('What came over HTTPS is judged as HTTPS', async () => {
    const sandbox = await freshSandbox({ settings: { strict: true } });
    await sandbox.fetch(`https://localhost:4700${path}`, merchantCall(checkout));
    await sandbox.fetch(path, merchantCall(checkout));
    expect((await replay(sandbox, '1', { invoice_no: 'INV-2' })).json.status).toBe(200);
    expect((await replay(sandbox, '2', { invoice_no: 'INV-3' })).json.status).toBe(403);
  });

  it('A confirm of a wallet is paid once', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletA/confirm', await verified(sandbox, 'walletA'));
    const { json } = await replay(sandbox, '2', { invoice_no: 'INV-2' });
    expect(json.answer.error.fields).toEqual({ process_id: ['is unknown or already confirmed'] });
    expect(await invoices(sandbox)).toEqual(['INV-1']);
  });

  it.each(['2', '0', 'x', '-1', '99999999999999999999'])('%s is not in the log: 404', async (id) => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', checkout);
    expect(await replay(sandbox, id)).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
    expect((await sandbox.control('requests')).json.data).toHaveLength(1);
  });

  it.each([[{ invoice_no: 1 }], [{ invoice_no: null }], [{ invoice: 'A' }], [[]]])(
    '%j is refused, and nothing is sent',
    async (body) => {
      const sandbox = await freshSandbox();
      await sandbox.call('cardgw/confirm', checkout);
      expect(await replay(sandbox, '1', body)).toMatchObject({
        status: 400,
        json: { error: { code: 'INVALID_REQUEST' } },
      });
      expect((await sandbox.control('requests')).json.data).toHaveLength(1);
    },
  );
});
