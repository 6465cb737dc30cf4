import { describe, expect, it } from 'vitest';
import type { LogEntry, LogPage } from '../../src/client/contract.ts';
import { attempted, paid, settled, startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const verify = (sandbox: TestSandbox) => sandbox.call('walletB/verify', rightFields['walletB/verify']);
const read = async (sandbox: TestSandbox, query = ''): Promise<LogPage> =>
  (await sandbox.control(`log?${query}`)).json;
const kinds = ({ data }: LogPage) => data.map(brief);

function brief(entry: LogEntry): string {
  if (entry.kind === 'call') return `call ${entry.endpoint} ${entry.status}`;
  if (entry.kind === 'gap') return 'gap';
  return `${entry.kind} ${entry.type}`;
}

describe('The log', () => {
  it('holds calls, codes, pages and callbacks in one order, each call before what it caused', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    expect(kinds(await read(sandbox))).toEqual([
      'call walletB/verify 200',
      'code otp.sent',
      'call aggregator/confirm 200',
      'page transaction.completed',
      'callback callback.attempted',
    ]);
  });

  it('shows what was sent, what was answered and how long it took', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    const { data } = await read(sandbox);
    expect(data[0]).toMatchObject({
      mobile_number: '0945678901',
      invoice_no: null,
      page: '/_sandbox/requests/1',
    });
    expect(data[1]).toMatchObject({ code: '1234', mobile_number: '0945678901', amount: '10.00' });
    expect(data[2]).toMatchObject({
      invoice_no: 'INV-1',
      transaction_id: '100001',
      code: null,
      reason: null,
    });
    expect(data[3]).toMatchObject({ invoice_no: 'INV-1', amount: '10.00', currency: 'LYD' });
    expect(data[4]).toMatchObject({
      attempt: 1,
      delivered: true,
      status: 200,
      url: `${merchant.url}/callback`,
      duration_ms: expect.any(Number),
      page: '/_sandbox/callbacks/1',
    });
  });

  it('says why a call was refused and what the app answered instead of taking its callback', async () => {
    const sandbox = await freshSandbox();
    const multipart = new FormData();
    multipart.set('mobile_number', '12');
    multipart.set('invoice_no', 'INV 9');
    await sandbox.call('walletB/verify', {}, { body: multipart });
    await sandbox.call('walletB/verify', { mobile_number: '%', invoice_no: 'فاتورة 1' }, { token: 'wrong' });
    await paid(sandbox, 'http://127.0.0.1:9/callback');
    await attempted(sandbox, 1);
    const { data } = await read(sandbox);
    expect(data[0]).toMatchObject({
      code: 'INVALID_INPUTS',
      invoice_no: 'INV 9',
      mobile_number: '12',
      reason: expect.stringContaining('amount is required'),
      note: null,
    });
    expect(data[1]).toMatchObject({
      code: 'UNAUTHORIZED',
      invoice_no: 'فاتورة 1',
      note: expect.stringMatching(/./),
      reason: expect.stringContaining('access token'),
    });
    expect(data.at(-1)).toMatchObject({ delivered: false, status: null, error: expect.stringMatching(/./) });
  });

  it('read page by page is the same, with nothing skipped or repeated', async () => {
    const sandbox = await freshSandbox();
    for (const token of ['demo_test_token', 'wrong', 'demo_test_token', 'wrong'])
      await sandbox.call('walletB/verify', rightFields['walletB/verify'], { token });
    const whole = await read(sandbox);
    const pages: LogEntry[] = [];
    for (let cursor = ''; ; ) {
      const page = await read(sandbox, `limit=1${cursor && `&after=${cursor}`}`);
      if (page.data.length === 0) break;
      pages.push(...page.data);
      cursor = page.cursor;
    }
    expect(pages).toEqual(whole.data);
    expect(whole.data).toHaveLength(6);
  });

  it('begins now, or some time ago', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.control('clock/advance', { by: '10m' });
    await startCheckout(sandbox, 'cardgw');
    expect(kinds(await read(sandbox, 'since=now'))).toEqual([]);
    expect(kinds(await read(sandbox, 'since=9m'))).toEqual([
      'sandbox clock.moved',
      'call cardgw/confirm 200',
    ]);
    expect(kinds(await read(sandbox, 'since=10m'))).toHaveLength(4);
  });

  it('begins at the newest entries after the clock was set back', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    const { now } = (await sandbox.control('clock')).json;
    await sandbox.control('clock/freeze', { at: new Date(Date.parse(now) - 3_600_000).toISOString() });
    await startCheckout(sandbox, 'cardgw');
    const since = await read(sandbox, 'since=1m');
    expect(kinds(since)).toEqual(['sandbox clock.moved', 'call cardgw/confirm 200']);
    await sandbox.control('clock/advance', { by: '1m' });
    expect(kinds(await read(sandbox, `after=${since.cursor}`))).toEqual(['sandbox clock.moved']);
  });

  it('waits for a call, for an event, and for a caller without keys', async () => {
    const sandbox = await freshSandbox();
    const { cursor } = await read(sandbox, 'since=now');
    const next = () => read(sandbox, `after=${cursor}&wait=10s&limit=1`);
    const call = next();
    await sandbox.call('walletB/verify', {}, { token: 'wrong' });
    expect(kinds(await call)).toEqual(['call walletB/verify 401']);
    const event = read(sandbox, `after=${(await call).cursor}&wait=10s`);
    await sandbox.control('snapshots', { name: 'one' });
    expect(kinds(await event)).toEqual(['sandbox snapshot.saved']);
  });

  it('of one account has nothing of the others', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.control('accounts', { id: 'other' });
    expect(kinds(await read(sandbox, 'account=other'))).toEqual(['sandbox account.changed']);
    expect(kinds(await read(sandbox, 'account=demo'))).toHaveLength(2);
  });

  it('goes on after a reset and after a snapshot was restored, although request ids start over', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.control('snapshots', { name: 'one' });
    await verify(sandbox);
    const before = await read(sandbox);
    await sandbox.control('reset', {});
    await verify(sandbox);
    await sandbox.call('walletB/verify', {}, { token: 'wrong' });
    const reset = await read(sandbox, `after=${before.cursor}`);
    const since = ['call walletB/verify 200', 'code otp.sent', 'call walletB/verify 401'];
    expect(kinds(reset)).toEqual(['sandbox reset', ...since]);
    const turn = await read(sandbox, `limit=1&after=${before.cursor}`);
    expect(kinds(turn)).toEqual(['sandbox reset']);
    expect(kinds(await read(sandbox, `after=${turn.cursor}`))).toEqual(since);
    await sandbox.control('snapshots/one/restore', {});
    const restored = await read(sandbox, `limit=1&after=${reset.cursor}`);
    expect(kinds(restored)).toEqual(['sandbox snapshot.restored']);
    await verify(sandbox);
    expect(kinds(await read(sandbox, `after=${restored.cursor}`))).toEqual(
      expect.arrayContaining(['call walletB/verify 200']),
    );
  });

  it('goes on after a restart: behind the cursor in a data file, from the beginning in memory', async () => {
    const data = dataFile();
    const cursors: string[] = [];
    for (const options of [{ data }, {}]) {
      const first = await freshSandbox(options);
      await verify(first);
      await first.call('walletB/verify', {}, { token: 'wrong' });
      const { cursor } = await read(first);
      expect(cursor).toMatch(new RegExp(`^${first.runtime.run}\\.`));
      cursors.push(cursor);
      await first.stop();
    }
    for (const [at, options] of [{ data }, {}].entries()) {
      const again = await freshSandbox(options);
      await startCheckout(again, 'cardgw');
      expect(kinds(await read(again, `after=${cursors[at]}`))).toEqual(['call cardgw/confirm 200']);
    }
  });

  it('refuses what it cannot read', async () => {
    const sandbox = await freshSandbox();
    for (const query of ['since=yesterday', 'after=1', 'after=run_1.0.0.0&since=now', 'limit=0', 'wait=1y'])
      expect((await sandbox.control(`log?${query}`)).status, query).toBe(400);
  });
});
