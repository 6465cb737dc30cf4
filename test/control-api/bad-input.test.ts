import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const invalid = { status: 400, json: { error: { code: 'INVALID_REQUEST' } } };
const unknown = { status: 404, json: { error: { code: 'NOT_FOUND' } } };

describe('Unknown ids', () => {
  const ids = [
    '0',
    '7',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'abc',
    '99999999999999999999',
    '%00',
    '%20',
    '%2e%2e',
    '٣',
  ];

  it.each(['transactions', 'requests', 'callbacks'])('GET %s/:id is 404 NOT_FOUND', async (list) => {
    const sandbox = await freshSandbox();
    for (const id of ids) expect(await sandbox.control(`${list}/${id}`)).toMatchObject(unknown);
  });

  it.each([
    'otps/7/expire',
    'otps/7/lock',
    'otps/7/resend',
    'otps/abc/expire',
    'callbacks/7/hold',
    'callbacks/7/release',
    'callbacks/abc/hold',
    'checkouts/nobody/approve',
    'checkouts/nobody/cancel',
    'checkouts/nobody/decline',
    'checkouts/nobody/expire',
  ])('POST %s is 404 NOT_FOUND', async (path) => {
    const sandbox = await freshSandbox();
    expect(await sandbox.control(path, {})).toMatchObject(unknown);
  });

  it('Accounts and checkouts that nobody has are 404 NOT_FOUND', async () => {
    const sandbox = await freshSandbox();
    for (const path of ['accounts/nobody', 'checkouts/nobody', `checkouts/${'x'.repeat(5000)}`]) {
      expect(await sandbox.control(path)).toMatchObject(unknown);
    }
    expect(await sandbox.control('accounts/nobody', {}, 'PATCH')).toMatchObject(unknown);
    expect(await sandbox.control('accounts/nobody/renew', { what: 'test' })).toMatchObject(unknown);
    expect(await sandbox.control('checkouts/nobody/extend', { by: '1m' })).toMatchObject(unknown);
  });

  it('A redirect_url of an unknown token, or of another site, is 404 NOT_FOUND', async () => {
    const sandbox = await freshSandbox();
    for (const url of [
      'http://127.0.0.1:4700/checkout?token=nobody',
      'http://127.0.0.1:4700/checkout',
      'http://',
    ]) {
      expect(await sandbox.control(`checkouts/${encodeURIComponent(url)}`)).toMatchObject(unknown);
    }
  });

  it('An id that is long is not sent back whole', async () => {
    const sandbox = await freshSandbox();
    const { json } = await sandbox.control(`checkouts/${'x'.repeat(5000)}`);
    expect(json.error.message.length).toBeLessThan(200);
  });
});

describe('Unknown routes', () => {
  it.each([
    ['nonsense', 'GET'],
    ['transactions/1/nonsense', 'GET'],
    ['reset', 'GET'],
    ['clock', 'PATCH'],
    ['settings', 'POST'],
    ['', 'GET'],
  ])('%s by %s is 404 in JSON', async (path, method) => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.control(path, method === 'GET' ? undefined : {}, method);
    expect(answer).toMatchObject(unknown);
  });
});

describe('Numbers and durations in the query', () => {
  it.each(['0', '-1', '201', '1.5', 'abc', '1e1', '99999999999999999999', '٥'])(
    'limit=%s is refused',
    async (limit) => {
      const sandbox = await freshSandbox();
      for (const list of ['transactions', 'checkouts', 'otps', 'callbacks', 'requests', 'events']) {
        const answer = await sandbox.control(`${list}?limit=${limit}`);
        expect(answer).toMatchObject(invalid);
        expect(answer.json.error.message).toContain('limit');
      }
    },
  );

  it.each(['-1', 'abc', '1.5', '99999999999999999999'])('cursor=%s is refused', async (cursor) => {
    const sandbox = await freshSandbox();
    expect(await sandbox.control(`transactions?cursor=${cursor}`)).toMatchObject(invalid);
    expect(await sandbox.control(`events?after=${cursor}`)).toMatchObject(invalid);
  });

  it.each(['1e9', '-1', '-1s', 'soon', '10 s', '601s', '11m', '1d', 'NaN', 'Infinity', '1s,2s'])(
    'wait=%s is refused at once, wherever there is a wait',
    async (wait) => {
      const sandbox = await freshSandbox();
      const text = encodeURIComponent(wait);
      for (const answer of [
        await sandbox.control(`events?wait=${text}`),
        await sandbox.control(`otps/latest?mobile_number=0912345678&wait=${text}`),
        await sandbox.control(`callbacks/settled?wait=${text}`, {}),
      ]) {
        expect(answer).toMatchObject(invalid);
        expect(answer.json.error.message).toContain('wait');
      }
    },
  );
});

describe('The control API needs no keys and knows no faults', () => {
  it('answers under maintenance, over the rate and to an account that is not approved', async () => {
    const sandbox = await freshSandbox({
      settings: { maintenance_mode: true, rate_limit: { requests: 1, period: '1d' } },
    });
    await sandbox.control('accounts/demo', { approved: false }, 'PATCH');
    for (let count = 0; count < 5; count += 1) {
      await sandbox.call('walletA/verify', rightFields['walletA/verify']);
      expect((await sandbox.control('requests')).status).toBe(200);
    }
  });
});
