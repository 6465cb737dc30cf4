import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal } from '../support/merchant-api.ts';
import { rightFields } from '../support/sandbox.ts';

const right = rightFields['walletA/verify'];
const query = new URLSearchParams(right).toString();
const merging = { settings: { requests: { query: 'merge' } } };

describe('requests.query: ignore', () => {
  it('fields in the query string alone are refused, with the setting named in X-Sandbox-Hint', async () => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.call(`walletA/verify?${query}`, {});
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(
      'The fields must be sent in the body as form fields, not in the query string.',
    );
    expect(answer.headers.get('x-sandbox-hint')).toBe(
      'To accept fields in the query string, set requests.query to merge or use --profile compatible.',
    );
    expect(answer.headers.get('x-sandbox-assumption')).toContain('requests.query');
    expect(answer.text).not.toContain('merge');
  });

  it('a field in the query string changes nothing', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.call('walletA/verify?amount=wrong', right)).status).toBe(200);
  });
});

describe('requests.query: merge', () => {
  it('all fields in the query string, with an empty body of whatever type', async () => {
    const sandbox = await freshSandbox(merging);
    expect((await sandbox.call(`walletA/verify?${query}`, {})).status).toBe(200);
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const call = { body: '', headers: { 'Content-Type': type } };
      expect((await sandbox.call(`walletA/verify?${query}`, {}, call)).status).toBe(200);
    }
  });

  it('some in the query string, the others in the body', async () => {
    const sandbox = await freshSandbox(merging);
    const { amount, ...others } = right;
    const answer = await sandbox.call(`walletA/verify?amount=${amount}`, others);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sandbox-assumption')).toContain('requests.query');
  });

  it('decodes them as a form, and judges them by the same rules', async () => {
    const sandbox = await freshSandbox(merging);
    const { birth_year: _, ...others } = right;
    expect((await sandbox.call('walletA/verify?birth%5fyear=19%390', others)).status).toBe(200);
    expectRefusal(await sandbox.call('walletA/verify?birth_year=90', others), 'INVALID_INPUTS', {
      birth_year: ['must be 4 digits'],
    });
  });

  it('a field in both was sent more than once', async () => {
    const sandbox = await freshSandbox(merging);
    expectRefusal(await sandbox.call('walletA/verify?birth_year=1990', right), 'INVALID_INPUTS', {
      birth_year: ['was sent more than once'],
    });
  });

  it('a body that is no form is refused as before', async () => {
    const sandbox = await freshSandbox(merging);
    const call = { body: '{}', headers: { 'Content-Type': 'application/json' } };
    expect((await sandbox.call(`walletA/verify?${query}`, {}, call)).status).toBe(422);
  });

  it('a request with everything in the query string can be sent again with another invoice_no', async () => {
    const sandbox = await freshSandbox(merging);
    const fields = new URLSearchParams(rightFields['cardgw/confirm']);
    expect((await sandbox.call(`cardgw/confirm?${fields}`, {})).status).toBe(200);
    const { json } = await sandbox.control('requests/1/replay', { invoice_no: 'INV-2' });
    expect(json).toMatchObject({ status: 200, path: expect.stringContaining('invoice_no=INV-2') });
  });
});
