import { describe, expect, test } from 'vitest';
import { textStream } from '../../../src/http/text-stream.ts';
import { csvFile } from '../../../src/pages/export/csv.ts';
import { rowFile } from '../../../src/pages/export/row-files.ts';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields } from '../../support/sandbox.ts';

describe('A list as CSV', () => {
  test.each(['=cmd|calc', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=x', '＝cmd', '＋1', '－1', '＠SUM(A1)'])(
    'has a quote before %j, so that no spreadsheet runs it',
    (text) => {
      expect(csv(['a'], [{ a: text }])).toMatch(/^a\r\n"?'/);
    },
  );

  test('quotes commas, quotes and line ends, and leaves empty what is not there', () => {
    expect(csv(['a', 'b', 'c', 'd'], [{ a: 'x,y', b: 'say "hi"', c: null, d: 'one\ntwo' }])).toBe(
      'a,b,c,d\r\n"x,y","say ""hi""",,"one\ntwo"\r\n',
    );
  });

  test('is what the filters of its page leave', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw', { invoice_no: '=cmd|calc' });
    await startCheckout(sandbox, 'aggregator', { invoice_no: 'A-1' });
    const { text, headers } = await sandbox.fetch('/_sandbox/transactions/export/csv?gateway=cardgw');
    const [head, row, ...others] = text.split('\r\n');
    expect(head).toMatch(/^transaction_id,invoice_no,status,amount,currency,gateway,/);
    expect(row).toMatch(/^100001,'=cmd\|calc,started,10\.00,USD,cardgw,/);
    expect(others).toEqual(['']);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('A list as JSON', () => {
  test('follows the verdict that the list is filtered by', async () => {
    const sandbox = await freshSandbox();
    const url = { return_url: 'http://127.0.0.1:9/return' };
    await startCheckout(sandbox, 'cardgw', { ...url, invoice_no: 'HELD' });
    await sandbox.control('checkouts/token-1/approve', { hold: true });
    await startCheckout(sandbox, 'cardgw', { ...url, invoice_no: 'OPEN' });
    const invoicesOf = async (query: string) => {
      const { json } = await sandbox.fetch(`/_sandbox/transactions/export/json?${query}`);
      return json.data.map(({ invoice_no }: { invoice_no: string }) => invoice_no);
    };
    expect(await invoicesOf('verdict=held')).toEqual(['HELD']);
    expect(await invoicesOf('verdict=waiting')).toEqual(['OPEN']);
    expect(await invoicesOf('verdict=forged')).toEqual([]);
    expect(await invoicesOf('')).toEqual(['OPEN', 'HELD']);
    const { text } = await sandbox.fetch('/_sandbox/transactions?verdict=held');
    expect(text).toContain('href="/_sandbox/transactions/export/csv?verdict=held"');
  });

  test.each(['transactions', 'requests', 'callbacks'])('%s, as the control API has them', async (list) => {
    const sandbox = await freshSandbox();
    const url = { return_url: 'http://127.0.0.1:9/return' };
    await startCheckout(sandbox, 'cardgw', url);
    await sandbox.control('checkouts/token-1/approve', { hold: true });
    const { json } = await sandbox.fetch(`/_sandbox/${list}/export/json`);
    expect(json.data).toEqual((await sandbox.control(list)).json.data);
    expect(json.data).toHaveLength(1);
    expect((await sandbox.fetch(`/_sandbox/${list}/export/csv`)).text.split('\r\n')).toHaveLength(3);
    expect((await sandbox.fetch(`/_sandbox/${list}/export/xml`)).status).toBe(404);
  });

  test('without a row is one all the same', async () => {
    expect((await (await freshSandbox()).fetch('/_sandbox/transactions/export/json')).json).toEqual({
      data: [],
    });
  });

  test('of more rows than are read at once has each once, the newest first', async () => {
    const sandbox = await freshSandbox();
    for (let invoice = 1; invoice <= 201; invoice += 1)
      await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${invoice}` });
    const { json } = await sandbox.fetch('/_sandbox/transactions/export/json');
    expect(json.data.map(({ invoice_no }: { invoice_no: string }) => invoice_no)).toEqual(
      Array.from({ length: 201 }, (_, index) => `INV-${201 - index}`),
    );
  });

  test('reads only the rows that its client takes, and none once the client has left', async () => {
    let slices = 0;
    const form = { before: '', row: () => 'x'.repeat(1024), between: '', after: '' };
    const file = rowFile(form, ({ limit }) => {
      slices += 1;
      return { rows: Array.from({ length: limit }), next: 1 };
    });
    const reader = textStream(file).getReader();
    await reader.read();
    expect(slices).toBeLessThanOrEqual(3);
    const before = slices;
    await reader.cancel();
    expect(slices - before).toBeLessThanOrEqual(1);
  });
});

describe('Requests as HAR 1.2', () => {
  test('have what came and what was answered, the keys masked', async () => {
    const sandbox = await freshSandbox();
    const fields = rightFields['walletB/verify'];
    const { text: answer } = await sandbox.call('walletB/verify?own=1', fields);
    await sandbox.call('cardgw/confirm');
    const { json, text, headers } = await sandbox.fetch('/_sandbox/requests/export/har?gateway=walletB');
    expect(headers.get('content-disposition')).toBe('attachment; filename="requests.har"');
    expect(text).not.toMatch(/demo_test_token|demo_api_key/);
    expect(json.log).toMatchObject({ version: '1.2', creator: { name: 'gateway-sandbox' } });
    const body = new URLSearchParams(fields).toString();
    expect(json.log.entries).toMatchObject([
      {
        startedDateTime: '2026-01-15T12:00:00.000Z',
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:4700/api/v1/transaction/walletB/verify?own=1',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          queryString: [{ name: 'own', value: '1' }],
          postData: {
            params: [
              { name: 'mobile_number', value: '0945678901' },
              { name: 'amount', value: '10.00' },
            ],
            text: body,
          },
          bodySize: body.length,
        },
        response: {
          status: 200,
          content: { mimeType: 'application/json', size: answer.length, text: answer },
        },
        cache: {},
      },
    ]);
    const { time, timings } = json.log.entries[0];
    expect(timings).toEqual({ send: 0, wait: time, receive: 0 });
  });

  test('also one by one', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm');
    await sandbox.call('cardgw/confirm');
    const { json } = await sandbox.fetch('/_sandbox/requests/2/har');
    expect(json.log.entries).toHaveLength(1);
    expect((await sandbox.fetch('/_sandbox/requests/3/har')).status).toBe(404);
  });
});

function csv(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const { before, row } = csvFile(columns, (each: Readonly<Record<string, unknown>>) => each);
  return before + rows.map(row).join('');
}
