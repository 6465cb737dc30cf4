import { describe, expect, it } from 'vitest';
import { attempted, callback, paid, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** A payment whose callback was refused once and then accepted, with its file. */
async function exported() {
  const sandbox = await freshSandbox();
  const merchant = await freshRawMerchant(answering('500 Oops', {}, '<b>no</b>\u001b[2J'));
  await paid(sandbox, `${merchant.url}/callback?shop=1`, {}, 'A-<script>1');
  await sandbox.control('callbacks/settled', {});
  await sandbox.control('callbacks/1/resend', {});
  await attempted(sandbox, 2);
  const file = (await sandbox.app.request('/_sandbox/transactions/100001/story')).text();
  return { sandbox, text: await file };
}

/** Uploads a file through the form, as a browser without JavaScript does. */
async function opened(sandbox: TestSandbox, text: string) {
  const form = new FormData();
  form.set('story', new File([text], '../../etc/passwd"><script>.json', { type: 'application/json' }));
  const encoded = new Response(form);
  const headers = { 'Content-Type': encoded.headers.get('content-type') ?? '' };
  return sandbox.app.request('/_sandbox/stories', {
    method: 'POST',
    headers,
    body: await encoded.arrayBuffer(),
  });
}

const mainOf = (html: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';

/** The visible text, except for what an imported page leaves out or adds. */
const wordsOf = (html: string) =>
  html
    .replace(/<form\b[\s\S]*?<\/form>|<details class="variants">[\s\S]*?<\/details>/g, '')
    .replace(
      /<section class="box" aria-labelledby="(?:imported|export|otherwise|again)"[\s\S]*?<\/section>/g,
      '',
    )
    .replace(/<p class="files">[\s\S]*?<\/p>/g, '')
    .replace(/<a class="quiet-button"[\s\S]*?<\/a>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('A payment’s file', () => {
  it('opens in another sandbox, which shows the same page', async () => {
    const { sandbox, text } = await exported();
    const other = await freshSandbox();
    // The other sandbox's own payments have the same ids.
    await startCheckout(other, 'cardgw');
    const answer = await opened(other, text);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/_sandbox/stories/1/transactions/100001',
    ]);
    const pages = ['transactions/100001', 'callbacks/1', 'requests/1'];
    for (const path of pages) {
      const original = mainOf(await (await sandbox.app.request(`/_sandbox/${path}`)).text());
      const page = await other.app.request(`/_sandbox/stories/1/${path}`);
      const imported = mainOf(await page.text());
      expect(page.status).toBe(200);
      expect(wordsOf(imported).trim(), path).toBe(wordsOf(original).trim());
      expect(imported).toContain('Imported payment');
    }
  });

  it('has every attempt and trace, and no key', async () => {
    const { text } = await exported();
    expect(text).not.toMatch(/demo_(?:secret_key|test_token|live_token|api_key)/);
    const { records } = JSON.parse(text);
    const kinds = (kind: string) => records.filter(({ record }: { record: string }) => record === kind);
    expect(kinds('attempt')).toHaveLength(2);
    expect(kinds('request')[0].trace.length).toBeGreaterThan(3);
    expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('is read-only: no form but the one that sends its callbacks, and links stay in it', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    await opened(other, text);
    const html = await (await other.app.request('/_sandbox/stories/1/transactions/100001')).text();
    const main = mainOf(html);
    expect(main.match(/<form\b/g)).toHaveLength(1);
    const hrefs = [...main.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs.filter((href) => !href?.startsWith('/_sandbox/stories/1/'))).toEqual([]);
    expect(main).not.toContain('<script>1');
    expect((await other.control('transactions')).json.data).toEqual([]);
    expect(
      (await other.app.request('/_sandbox/stories/1/transactions/100001', { method: 'POST' })).status,
    ).toBe(404);
  });

  it('opens once, however often it is sent', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    const places = [await opened(other, text), await opened(other, text)].map((each) =>
      each.headers.get('location'),
    );
    expect(new Set(places).size).toBe(1);
    const list = await (await other.app.request('/_sandbox/snapshots')).text();
    expect(list.match(/Payment 100001/g)).toHaveLength(1);
  });

  it('sends nothing by itself, and its callbacks to an app on request, signed with a key that the app knows', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    const merchant = await freshMerchant();
    await opened(other, text);
    const body = new URLSearchParams({ url: `${merchant.url}/handler` });
    const page = await other.app.request('/_sandbox/stories/1/replay', { method: 'POST', body });
    expect(await page.text()).toMatch(/data-testid="replayed"[\s\S]*200 ok/);
    expect(merchant.arrivals).toHaveLength(1);
    const fields = JSON.parse(merchant.arrivals[0]?.body ?? '{}');
    const { json } = await other.control('signature/check', { body: merchant.arrivals[0]?.body });
    expect([json.matches, fields.invoice_no]).toEqual([true, 'A-<script>1']);
    expect(await callback(other)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it.each([
    ['file:///etc/passwd', 'http'],
    ['nonsense', 'http'],
    ['http://0.0.0.0/', 'address'],
  ])('is not sent to %s', async (url, why) => {
    const { text } = await exported();
    const other = await freshSandbox();
    await opened(other, text);
    const body = new URLSearchParams({ url });
    const page = await other.app.request('/_sandbox/stories/1/replay', { method: 'POST', body });
    expect(page.status).toBe(422);
    expect(await page.text()).toContain(why);
  });
});

it('can be chosen on the overview and on Snapshots, in both languages', async () => {
  const sandbox = await freshSandbox();
  for (const path of ['', 'snapshots'])
    for (const [lang, words] of [
      ['en', 'anywhere on this page'],
      ['ar', 'في أي مكان من هذه الصفحة'],
    ] as const) {
      const html = await (await sandbox.app.request(`/_sandbox/${path}?lang=${lang}`)).text();
      expect(html).toContain(words);
      expect(html).toMatch(/<form [^>]*action="\/_sandbox\/stories"[^>]*data-drop>[\s\S]*type="file"/);
      expect(html).toContain('drop.js');
    }
});

describe('A file that is no story', () => {
  it('is refused when it is larger than 16 MiB, by itself or as a whole form', async () => {
    const other = await freshSandbox();
    for (const [size, words] of [
      [16 * 1024 * 1024 + 1, 'it is larger than 16 MiB'],
      [18 * 1024 * 1024, 'The file is larger than 16 MB'],
    ] as const) {
      const answer = await opened(other, ' '.repeat(size));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(words);
    }
  });

  const change = (text: string, changed: (story: Record<string, unknown>) => void) => {
    const story = JSON.parse(text);
    changed(story);
    return JSON.stringify(story);
  };

  it('is refused in one sentence, and nothing is opened', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    for (const [what, [file, words]] of Object.entries(wrong(text, change))) {
      const answer = await opened(other, file);
      expect(answer.status, what).toBe(422);
      expect(await answer.text(), what).toContain(words);
    }
    const list = await (await other.app.request('/_sandbox/snapshots')).text();
    expect(list).not.toContain('/_sandbox/stories/');
  });
});

type Change = (text: string, changed: (story: Record<string, unknown>) => void) => string;

function wrong(text: string, change: Change): Readonly<Record<string, readonly [string, string]>> {
  const records = () => JSON.parse(text).records;
  return {
    empty: ['', 'Choose a file.'],
    'cut off': [text.slice(0, -20), 'it is not JSON, or is cut off'],
    'nested too deeply': [
      text.replace(
        '"records":[',
        `"records":[{"record":"fact","value":${'['.repeat(1e5)}${']'.repeat(1e5)}},`,
      ),
      'it is nested too deeply',
    ],
    'another file': ['{"a":1}', 'it is not a payment file of gateway-sandbox'],
    'a newer version': [change(text, (story) => Object.assign(story, { version: 2 })), 'it has version 2'],
    'a wrong member': [change(text, (story) => Object.assign(story, { other: 1 })), 'it has a wrong'],
    'a hostile id': [
      change(text, (story) => Object.assign(story, { transaction_id: '../../x' })),
      'it has a wrong transaction_id',
    ],
    'a payment that is not in it': [
      change(text, (story) => Object.assign(story, { transaction_id: '7' })),
      'transaction 7 is not in its records',
    ],
    'a script for an address': [
      change(text, (story) =>
        Object.assign(story, {
          records: records().map((each: { record: string }) =>
            each.record === 'checkout' ? { ...each, return_url: 'javascript:alert(1)' } : each,
          ),
        }),
      ),
      'has a wrong return_url',
    ],
    'an unknown record': [
      change(text, (story) => Object.assign(story, { records: [{ record: 'DROP TABLE' }] })),
      'record 1 has no',
    ],
    'a record twice': [
      change(text, (story) => Object.assign(story, { records: [...records(), records().at(-1)] })),
      'that an earlier line has already',
    ],
  };
}
