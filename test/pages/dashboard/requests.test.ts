import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { runPrograms } from '../../support/programs.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const confirm = rightFields['cardgw/confirm'];

async function pageOf(sandbox: TestSandbox, id: number): Promise<string> {
  const { status, text } = await sandbox.fetch(`/_sandbox/requests/${id}`);
  expect(status).toBe(200);
  return text;
}

/** The text that "Copy" copies from a section's block. */
function copied(html: string, what: string): string {
  const [before = ''] = html.split(`aria-label="Copy ${what}"`);
  return unescaped(/.*<code data-copy-source>(.*?)<\/code>/s.exec(before)?.[1] ?? '');
}

describe('The page of a request', () => {
  test('shows its fields, what came, and what was answered', async () => {
    const sandbox = await freshSandbox();
    const { text: answer } = await sandbox.call('cardgw/confirm', confirm);
    const page = await pageOf(sandbox, 1);
    expect(page).toContain(
      '<dt><bdi dir="ltr">invoice_no</bdi></dt><dd><code><bdi dir="ltr">INV-1</bdi></code></dd>',
    );
    expect(copied(page, 'the body')).toBe(new URLSearchParams(confirm).toString());
    expect(JSON.parse(copied(page, 'the response'))).toEqual(JSON.parse(answer));
    expect(page).toContain('href="/_sandbox/transactions/100001">Open the payment</a>');
  });

  test('shows each check, passed and failed, and masks the keys', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', { ...confirm, amount: '1.234' });
    const page = await pageOf(sandbox, 1);
    expect(page.match(/<li data-outcome="ok">/g)).toHaveLength(14);
    expect(page.match(/<li data-outcome="failed">/g)).toHaveLength(1);
    expect(page).not.toMatch(/demo_test_token|demo_api_key/);
  });

  test('is linked from a list that says why a request was refused', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', { ...confirm, amount: '0' });
    await sandbox.call('cardgw/confirm', confirm);
    const { text } = await sandbox.fetch('/_sandbox/requests');
    expect(text.split('The amount must be greater than zero.')).toHaveLength(2);
  });

  test('names the settings that the answer relied on, each with a link to it', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', confirm);
    expect(await pageOf(sandbox, 1)).toContain(
      '<a href="/_sandbox/settings#checkout.lifetime"><bdi dir="ltr">checkout.lifetime</bdi></a>',
    );
  });

  test('offers a fresh invoice number for the replay, which is logged as a request of its own', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', confirm);
    const [, invoice = ''] = /name="invoice_no"[^>]* value="([^"]*)"/.exec(await pageOf(sandbox, 1)) ?? [];
    const replay = (invoiceNo: string) =>
      sandbox.fetch('/_sandbox/requests/1/replay', {
        method: 'POST',
        body: new URLSearchParams({ invoice_no: invoiceNo }),
      });
    expect((await replay(invoice)).headers.get('location')).toBe('/_sandbox/requests/2');
    expect((await sandbox.control('requests/2')).json).toMatchObject({
      status: 200,
      transaction_id: '100002',
    });
    expect((await replay('')).headers.get('location')).toBe('/_sandbox/requests/3');
    expect((await sandbox.control('requests/3')).json).toMatchObject({ status: 422, code: 'INVALID_INPUTS' });
  });

  test('of a request that does not exist is a 404, its replay too', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.fetch('/_sandbox/requests/9')).status).toBe(404);
    expect(
      (await sandbox.fetch('/_sandbox/requests/9/replay', { method: 'POST', body: new URLSearchParams() }))
        .status,
    ).toBe(404);
  });
});

describe('The curl command of a request', () => {
  const keys = { GATEWAY_API_KEY: 'demo_api_key', GATEWAY_ACCESS_TOKEN: 'demo_test_token' };
  const hostile = `O'Brien "$HOME" \`id\` $(id) é`;

  test.each([
    ['a form', new URLSearchParams({ ...confirm, invoice_no: hostile })],
    ['a multipart form', multipart({ ...confirm, invoice_no: hostile })],
    ['no form', JSON.stringify({ invoice_no: hostile })],
  ])('sends %s again, unchanged', async (_what, body) => {
    const sandbox = await freshSandbox();
    await sandbox.listen();
    await sandbox.call('cardgw/confirm', {}, { body });
    const command = copied(await pageOf(sandbox, 1), 'the curl command');
    expect((await runPrograms({ 'call.sh': command }, ['sh', 'call.sh'], keys)).code).toBe(0);
    const fields = async (id: number) => {
      const [, section = ''] = (await pageOf(sandbox, id)).split('id="fields"');
      return [...(section.split('</section>')[0] ?? '').matchAll(/<bdi dir="ltr">(.*?)<\/bdi>/g)].map(
        ([, text]) => text,
      );
    };
    expect(await fields(2)).toEqual(await fields(1));
    expect((await sandbox.control('requests/2')).json.body).toContain('Brien');
  });

  test('sends a field that came twice, or cannot be read, twice and as it was', async () => {
    const sandbox = await freshSandbox();
    await sandbox.listen();
    const body = "amount=1&amount=2&invoice_no=O'Brien&lang=%00";
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await sandbox.call('cardgw/confirm', {}, { body, headers });
    const command = copied(await pageOf(sandbox, 1), 'the curl command');
    expect((await runPrograms({ 'call.sh': command }, ['sh', 'call.sh'], keys)).code).toBe(0);
    expect((await sandbox.control('requests/2')).json.body).toBe(body);
  });

  test.each(['{a,b}', '[1-3]', '{', ']'])('sends one request with %s in its query', async (range) => {
    const sandbox = await freshSandbox();
    await sandbox.listen();
    const path = `/api/v1/transaction/cardgw/confirm?order=${range}`;
    await sandbox.fetch(path, { method: 'POST' });
    const command = copied(await pageOf(sandbox, 1), 'the curl command');
    expect((await runPrograms({ 'call.sh': command }, ['sh', 'call.sh'], keys)).code).toBe(0);
    const { data } = (await sandbox.control('requests')).json;
    expect(data.map((sent: { path: string }) => sent.path)).toEqual([path, path]);
  });

  test('of a path that would run in a shell is one word', async () => {
    const sandbox = await freshSandbox();
    await sandbox.fetch('/api/x;touch%20y?a=1&b=$(id)', { method: 'POST' });
    expect(copied(await pageOf(sandbox, 1), 'the curl command')).toMatch(/^curl -s 'http:[^']*'( \\\n|$)/);
  });
});

function multipart(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
