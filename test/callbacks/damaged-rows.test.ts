import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { attempted, callback, paid, settled } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { startOfTest, type TestSandbox } from '../support/sandbox.ts';

/** A running sandbox whose file another program has changed: three paid orders, none sent yet. */
async function damaged(...statements: readonly string[]) {
  const data = dataFile();
  const first = await freshSandbox({ data });
  await first.control('clock/freeze', { at: new Date(startOfTest).toISOString() });
  const merchant = await freshMerchant();
  for (const invoice of ['INV-1', 'INV-2', 'INV-3']) {
    await paid(first, merchant.url, { delay: '1m' }, invoice);
  }
  await first.stop();
  const file = new Sqlite(data);
  for (const each of statements) expect(file.prepare(each).run().changes).toBeGreaterThan(0);
  file.close();
  const sandbox = await freshSandbox({ data });
  return { sandbox, merchant };
}

async function sent(sandbox: TestSandbox, merchant: MerchantServer): Promise<string[]> {
  await sandbox.control('clock/advance', { by: '1m' });
  await settled(sandbox);
  return merchant.arrivals.map(({ body }) => JSON.parse(body).invoice_no).sort();
}

async function expectAllAnswer(sandbox: TestSandbox): Promise<void> {
  const lists = ['callbacks', 'callbacks/2', 'transactions', 'transactions/100002', 'requests', 'requests/2'];
  const pages = ['', 'transactions', 'transactions/100002', 'callbacks', 'callbacks/2', 'requests/2'];
  const paths = [
    ...[...lists, 'events', 'checkouts', 'checkouts/token-2'].map((path) => `/_sandbox/api/${path}`),
    ...[...pages, 'requests'].map((path) => `/_sandbox/${path}`),
    '/checkout/result?token=token-2',
  ];
  for (const path of paths) {
    const { status, text } = await sandbox.fetch(path);
    expect([path, status], text.slice(0, 300)).toEqual([path, 200]);
  }
}

describe('A stored row that cannot be parsed is reported and passed over, and the rest go on', () => {
  it('the url of a callback', async () => {
    const { sandbox, merchant } = await damaged(`UPDATE callbacks SET url = 'no url' WHERE id = 2`);
    expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-3']);
    const { status, next_attempt_at: next, attempts } = await callback(sandbox, '2');
    expect([status, next]).toEqual(['exhausted', null]);
    expect(attempts).toMatchObject([
      { number: 1, answer: null, error: expect.stringMatching(/^the stored callback cannot be sent: /) },
    ]);
    const { data } = (await sandbox.control('events?type=callback.exhausted')).json;
    expect(data).toMatchObject([
      { callback_id: '2', error: expect.stringContaining('cannot be sent'), invoice_no: 'INV-2' },
    ]);
    await expectAllAnswer(sandbox);
  });

  it('the target of a callback: it is a lane of its own, and holds up nobody', async () => {
    const { sandbox, merchant } = await damaged(`UPDATE callbacks SET target = '' WHERE id = 2`);
    expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2', 'INV-3']);
    await expectAllAnswer(sandbox);
  });

  it.each(['{', '5', 'null', '[1]', '""', '[[1,"a"]]', '[["a",null]]'])(
    'the fields of a callback, %s: what is sent does not need them',
    async (text) => {
      const { sandbox, merchant } = await damaged(`UPDATE callbacks SET fields = '${text}' WHERE id = 2`);
      expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2', 'INV-3']);
      expect((await callback(sandbox, '2')).fields).toEqual({ stored: 'unreadable' });
      await expectAllAnswer(sandbox);
    },
  );

  it('a resend of what cannot be read is refused with 409 UNREADABLE, and sends nothing', async () => {
    const { sandbox, merchant } = await damaged(
      `UPDATE callbacks SET fields = '{' WHERE id = 2`,
      `UPDATE callbacks SET url = 'no url' WHERE id = 3`,
    );
    expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2']);
    for (const [id, body] of [
      ['2', { fields: { amount: '1.00' } }],
      ['3', {}],
    ] as const) {
      expect(await sandbox.control(`callbacks/${id}/resend`, body)).toMatchObject({
        status: 409,
        json: { error: { code: 'UNREADABLE' } },
      });
    }
    const since = new Date(startOfTest).toISOString();
    expect((await sandbox.control('callbacks/resend', { failed_since: since })).json).toEqual({ data: [] });
    expect((await sandbox.control('callbacks/2/resend', {})).status).toBe(202);
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(3);
  });

  it.each(['{', '7', '{"a":1}', '[["one"]]', '[["one",null]]', '[["one",1]]', '[[1,"one"]]'])(
    'the headers of an answer, %s',
    async (text) => {
      const data = dataFile();
      const first = await freshSandbox({ data });
      const merchant = await freshMerchant();
      await paid(first, merchant.url, {}, 'INV-1');
      await paid(first, merchant.url, {}, 'INV-2');
      await attempted(first, 2);
      await first.stop();
      const file = new Sqlite(data);
      file.prepare(`UPDATE callback_attempts SET answer_headers = ? WHERE callback_id = 2`).run(text);
      file.close();
      const sandbox = await freshSandbox({ data });
      expect((await callback(sandbox, '2')).attempts).toMatchObject([
        { answer: { status: 200, headers: [['stored', 'unreadable']], body: 'ok' } },
      ]);
      await expectAllAnswer(sandbox);
    },
  );

  it('the data of journal events', async () => {
    const { sandbox, merchant } = await damaged(`UPDATE events SET data = '{"' WHERE id IN (1, 2, 5)`);
    expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2', 'INV-3']);
    const { data } = (await sandbox.control('events?after=0')).json;
    const unreadable = data.filter((each: Record<string, unknown>) => each.type === 'unreadable');
    expect(unreadable.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '5']);
    await expectAllAnswer(sandbox);
  });

  it.each(['headers', 'answer', 'trace', 'lint', 'assumptions'])('the %s of a request', async (column) => {
    for (const text of ['{', '7', 'null']) {
      const { sandbox, merchant } = await damaged(`UPDATE requests SET ${column} = '${text}' WHERE id = 2`);
      expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2', 'INV-3']);
      await expectAllAnswer(sandbox);
    }
  });

  it.each(['callbacks', 'transactions', 'checkouts'])(
    'an account_id or method that is nobody’s: %s',
    async (table) => {
      const damage = {
        callbacks: `UPDATE callbacks SET account_id = 'nobody', method = 'POST' WHERE id = 2`,
        transactions: `UPDATE transactions SET account_id = 'nobody' WHERE id = 100002`,
        checkouts: `UPDATE checkouts SET callback_url = 'no url' WHERE token = 'token-2'`,
      }[table];
      const { sandbox, merchant } = await damaged(damage ?? '');
      expect(await sent(sandbox, merchant)).toEqual(['INV-1', 'INV-2', 'INV-3']);
    },
  );
});
