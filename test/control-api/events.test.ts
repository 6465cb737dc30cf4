import { describe, expect, it } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const start = (sandbox: TestSandbox, invoice: string) =>
  startCheckout(sandbox, 'cardgw', { invoice_no: invoice });

describe('GET events', () => {
  it('gives the journal oldest first, with a cursor to go on from', async () => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect((await sandbox.control('events')).json).toEqual({
      data: [
        {
          id: '1',
          type: 'transaction.started',
          at: '2026-01-15T12:00:00.000Z',
          account: 'demo',
          transaction_id: '100001',
          invoice_no: 'INV-1',
          gateway: 'cardgw',
          amount: '10.00',
        },
        {
          id: '2',
          type: 'otp.sent',
          at: '2026-01-15T12:00:00.000Z',
          account: 'demo',
          mobile_number: '0945678901',
          process_id: '1000000000001',
          otp_id: '1',
          gateway: 'walletB',
          amount: '10.00',
        },
      ],
      cursor: '2',
    });
    expect((await sandbox.control('events?after=2')).json).toEqual({ data: [], cursor: '2' });
  });

  it.each([
    ['type=otp.sent', ['2']],
    ['type=otp.sent,transaction.started', ['1', '2', '3']],
    ['invoice_no=INV-2', ['3']],
    ['transaction_id=100001', ['1']],
    ['mobile_number=945678901', ['2']],
    ['account=demo', ['1', '2', '3']],
    ['account=other', []],
    ['limit=2', ['1', '2']],
    ['limit=2&after=1', ['2', '3']],
  ])('filtered by %s has %j', async (query, ids) => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await start(sandbox, 'INV-2');
    const { data } = (await sandbox.control(`events?${query}`)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('The cursor of an answer without a match goes past what was looked at, and no match is skipped', async () => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    const { json } = await sandbox.control('events?type=otp.sent');
    expect(json).toEqual({ data: [], cursor: '1' });
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const found = (await sandbox.control(`events?type=otp.sent&after=${json.cursor}`)).json;
    expect(found.data).toMatchObject([{ id: '2' }]);
  });
});

describe('GET events?wait', () => {
  it('waits for the first match and answers with it', async () => {
    const sandbox = await freshSandbox();
    const waiting = sandbox.control('events?type=otp.sent&wait=10s');
    await start(sandbox, 'INV-1');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect((await waiting).json).toMatchObject({ data: [{ id: '2', type: 'otp.sent' }], cursor: '2' });
  });

  it('answers at once when there is a match already', async () => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    expect((await sandbox.control('events?wait=10s')).json.data).toHaveLength(1);
  });

  it('answers empty when the wait is over, with a cursor that skips nothing', async () => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    const { status, json } = await sandbox.control('events?after=1&wait=20ms');
    expect([status, json]).toEqual([200, { data: [], cursor: '1' }]);
    await start(sandbox, 'INV-2');
    expect((await sandbox.control(`events?after=${json.cursor}`)).json.data).toMatchObject([{ id: '2' }]);
  });

  it('20 waiters, each with a cursor of its own, see every one of 100 events once and in order', async () => {
    const sandbox = await freshSandbox();
    const readers = Array.from({ length: 20 }, (_, index) => read(sandbox, index % 2 ? '&limit=3' : ''));
    for (let round = 0; round < 20; round += 1) {
      // Five in one commit.
      await Promise.all([1, 2, 3, 4, 5].map((each) => start(sandbox, `INV-${round}-${each}`)));
    }
    const expected = Array.from({ length: 100 }, (_, index) => String(index + 1));
    for (const ids of await Promise.all(readers)) expect(ids).toEqual(expected);
  });

  it('20 waiters for 20 invoices get each their own', async () => {
    const sandbox = await freshSandbox();
    const invoices = Array.from({ length: 20 }, (_, index) => `INV-${index}`);
    const waiting = invoices.map((invoice) => sandbox.control(`events?invoice_no=${invoice}&wait=10s`));
    for (const invoice of invoices.toReversed()) await start(sandbox, invoice);
    const answers = await Promise.all(waiting);
    expect(
      answers.map(({ json }) => json.data.map((event: Record<string, string>) => event.invoice_no)),
    ).toEqual(invoices.map((invoice) => [invoice]));
  });

  it('A cursor above the newest event is from an earlier run in memory: everything is new', async () => {
    const sandbox = await freshSandbox();
    const waiting = sandbox.control('events?after=5000&type=transaction.started&wait=10s');
    await start(sandbox, 'INV-1');
    const { data, cursor } = (await waiting).json;
    expect([data.length, data[0]?.invoice_no, cursor]).toEqual([1, 'INV-1', '1']);
    expect((await sandbox.control('events?after=5000')).json).toMatchObject({
      data: [{ id: '1' }],
      cursor: '1',
    });
    const stream = await eventStream(sandbox, '', { 'Last-Event-ID': '5000' });
    expect((await stream.next())?.id).toBe('1');
  });

  it('Ids never fall: a reader whose cursor is from before a reset goes on after it', async () => {
    const sandbox = await freshSandbox();
    await start(sandbox, 'INV-1');
    await start(sandbox, 'INV-2');
    const { cursor } = (await sandbox.control('events')).json;
    await sandbox.control('reset', {});
    await start(sandbox, 'INV-1');
    const { data } = (await sandbox.control(`events?after=${cursor}&wait=10s`)).json;
    expect(data).toMatchObject([
      { id: '3', type: 'reset' },
      { id: '4', type: 'transaction.started' },
    ]);
  });

  async function read(sandbox: TestSandbox, query: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor = '0';
    while (ids.length < 100) {
      const { json } = await sandbox.control(`events?after=${cursor}&wait=10s${query}`);
      if (json.data.length === 0) return ids;
      ids.push(...json.data.map(({ id }: { id: string }) => id));
      cursor = json.cursor;
    }
    return ids;
  }
});
