import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOf, rowsOf } from '../support/commands.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';

describe('checkouts [approve|decline|cancel|expire] ID decides a checkout without a browser', () => {
  it('approve by the whole redirect_url, with method, copies and tampering', async () => {
    const merchant = await freshMerchant();
    const { checkout, json } = await commandsOf();
    const id = await checkout({ callback_url: `${merchant.url}/callback` });
    const answer = await json(
      ...['checkouts', 'approve', id, '--method', 'method_3', '--copies', '2', '--tamper', 'wrong-hash'],
    );
    expect(answer).toMatchObject({
      status: 'completed',
      payment_method: 'method_3',
      callbacks: ['1', '2', '3'],
    });
    await merchant.arrived(2);
    const { data } = await json('callbacks');
    const rows = data.map(({ tampered, status }: Record<string, string>) => [tampered, status]);
    // The genuine callback can be released after the forged ones were refused.
    expect(rows[0]).toEqual([null, 'held']);
    expect(rows.slice(1).map(([tampered]: string[]) => tampered)).toEqual(['wrong-hash', 'wrong-hash']);
  });

  it('approve by its token: the facts for people; deciding twice is refused', async () => {
    const { checkout, printed, run } = await commandsOf();
    const token = new URL(await checkout()).searchParams.get('token') ?? '';
    const text = await printed('checkouts', 'approve', token, '--order', 'return-only');
    expect(text).toContain(
      'status       completed\nmethod       method_1\nreturn       https://shop.example/',
    );
    const again = await run('checkouts', 'cancel', token);
    expect({ ...again, stderr: again.stderr.trimEnd().split('\n').length }).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 1,
    });
  });

  it('decline with a reason, finally; expire; cancel', async () => {
    const { checkout, json, printed } = await commandsOf();
    const declined = await checkout({ invoice_no: 'A' });
    const reason = ['--reason', 'insufficient_funds', '--final'];
    expect(await json('checkouts', 'decline', declined, ...reason)).toMatchObject({
      status: 'declined',
      decline_reason: 'insufficient_funds',
    });
    expect((await json('checkouts', 'expire', await checkout({ invoice_no: 'B' }))).status).toBe('expired');
    expect((await json('checkouts', 'cancel', await checkout({ invoice_no: 'C' }))).status).toBe('canceled');
    const rows = rowsOf(await printed('checkouts'));
    expect(rows.map(({ INVOICE, STATUS }) => [INVOICE, STATUS])).toEqual([
      ['C', 'canceled'],
      ['B', 'expired'],
      ['A', 'declined'],
    ]);
    expect(await json('checkouts', declined)).toMatchObject({ invoice_no: 'A', status: 'declined' });
  });
});

describe('callbacks [resend|hold|release] [ID]: deliveries and their attempts', () => {
  it('release sends one that was held, resend sends the same bytes, and one shows its attempts', async () => {
    const merchant = await freshMerchant();
    const { checkout, printed, sandbox } = await commandsOf();
    await printed('checkouts', 'approve', await checkout({ callback_url: merchant.url }), '--hold');
    expect(rowsOf(await printed('callbacks'))[0]).toMatchObject({ ID: '1', STATUS: 'held', ATTEMPTS: '0' });
    expect(await printed('callbacks', 'release', '1')).toMatch(/^Callback 1 is (pending|delivered)\.\n$/);
    await merchant.arrived(1);
    expect(await printed('callbacks', 'resend', '1')).toBe('Callback 1 is sent again.\n');
    const [first, second] = await merchant.arrived(2);
    expect(second?.body).toBe(first?.body);
    await sandbox.control('callbacks/settled?wait=10s', {});
    const text = await printed('callbacks', '1');
    expect(text).toMatch(/^status +delivered$/m);
    expect(text).toMatch(/^1 .* 200 [\s\S]*^2 .* 200 /m);
  });

  it('resend to another address with a changed field is signed again', async () => {
    const merchant = await freshMerchant();
    const { checkout, printed, json } = await commandsOf();
    await printed('checkouts', 'approve', await checkout({ callback_url: merchant.url }));
    const [first] = await merchant.arrived(1);
    const change = ['--field', 'amount=7.00', '--to', `${merchant.url}/other`];
    await printed('callbacks', 'resend', '1', ...change);
    const { url, body = '' } = (await merchant.arrived(2))[1] ?? {};
    expect([url, JSON.parse(body).amount]).toEqual(['/other', '7.00']);
    expect(JSON.parse(body).hashed).not.toBe(JSON.parse(first?.body ?? '').hashed);
    expect(await json('verify', body)).toMatchObject({ matches: true });
  });

  it('resend --no-sign keeps the old hashed', async () => {
    const merchant = await freshMerchant();
    const { checkout, printed } = await commandsOf();
    await printed('checkouts', 'approve', await checkout({ callback_url: merchant.url }));
    await printed('callbacks', 'resend', '1', '--field', 'amount=7.00', '--no-sign');
    const [first, second] = (await merchant.arrived(2)).map(({ body }) => JSON.parse(body));
    expect(second).toEqual({ ...first, amount: '7.00' });
  });

  it('settled names what your app refuses; with --retries, it waits for the next attempt', async () => {
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const { checkout, printed, run } = await commandsOf();
    await printed('clock', 'freeze');
    await printed('checkouts', 'approve', await checkout({ callback_url: merchant.url }));
    const refused = 'was not accepted: your app answered 500';
    expect(await run('callbacks', 'settled')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(refused),
    });
    expect(await run('callbacks', 'settled', '--retries', '--wait', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Still pending: callback 1 .* was not accepted /),
    });
    merchant.answerWith(200);
    const [settled] = await Promise.all([
      printed('callbacks', 'settled', '--retries'),
      printed('clock', 'advance', '6s'),
    ]);
    expect(settled).toBe('No callback is pending.\n');
  });

  it('resend --failed-since sends all that were given up', async () => {
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const { checkout, printed, sandbox } = await commandsOf([
      '--config',
      join(folderWithOnce(), 'once.json'),
    ]);
    await printed('checkouts', 'approve', await checkout({ callback_url: merchant.url }));
    await sandbox.control('callbacks/settled?wait=10s', {});
    expect(rowsOf(await printed('callbacks', '--status', 'exhausted'))).toHaveLength(1);
    merchant.answerWith(200);
    const resent = ['callbacks', 'resend', '--failed-since', '10m'];
    await sandbox.control('accounts', { id: 'other' });
    expect(await printed(...resent, '--account', 'other')).toMatch(/^No callback has failed since /);
    expect(await printed(...resent, '--account', 'demo')).toBe('Sent again: callback 1.\n');
    await merchant.arrived(2);
  });
});

/** A folder whose config sends each callback only once. */
function folderWithOnce(): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'once.json'), JSON.stringify({ settings: { callback: { mode: 'once' } } }));
  return folder;
}
