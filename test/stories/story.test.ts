import { describe, expect, it } from 'vitest';
import { callback, paid, startCheckout } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import { exported, opened, storyAt } from './stories.ts';

const mainOf = (html: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';

/** The visible text, except for what an imported page leaves out or adds. */
const wordsOf = (html: string) =>
  html
    .replace(/<form\b[\s\S]*?<\/form>|<details class="variants">[\s\S]*?<\/details>/g, '')
    .replace(
      /<section class="box[^"]*" aria-labelledby="(?:imported|export|otherwise|again)"[\s\S]*?<\/section>/g,
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
    const path = storyAt(answer);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}/transactions/100001`]);
    expect(path).toMatch(/^\/_sandbox\/stories\/[0-9a-f]{12}$/);
    const pages = ['transactions/100001', 'callbacks/1', 'requests/1'];
    for (const each of pages) {
      const original = mainOf(await (await sandbox.app.request(`/_sandbox/${each}`)).text());
      const page = await other.app.request(`${path}/${each}`);
      const imported = mainOf(await page.text());
      expect(page.status).toBe(200);
      expect(wordsOf(imported).trim(), each).toBe(wordsOf(original).trim());
      expect(imported).toContain('Imported payment');
    }
  });

  it('shows an attempt that was under way at the export as under way, not as cut off', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, `${merchant.url}/callback`);
    await merchant.arrived(1);
    const { text } = await sandbox.fetch('/_sandbox/transactions/100001/story');
    const other = await freshSandbox();
    const story = storyAt(await opened(other, text));
    for (const path of ['transactions/100001', 'callbacks/1']) {
      const { text: original } = await sandbox.fetch(`/_sandbox/${path}`);
      const { text: imported } = await other.fetch(`${story}/${path}`);
      expect(wordsOf(mainOf(imported)).trim(), path).toBe(wordsOf(mainOf(original)).trim());
      expect(imported).not.toContain('cut off');
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
    const path = storyAt(await opened(other, text));
    const html = await (await other.app.request(`${path}/transactions/100001`)).text();
    const main = mainOf(html);
    expect(main.match(/<form\b/g)).toHaveLength(1);
    const hrefs = [...main.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs.filter((href) => !href?.startsWith(`${path}/`))).toEqual([]);
    expect(main).not.toContain('<script>1');
    expect((await other.control('transactions')).json.data).toEqual([]);
    expect((await other.app.request(`${path}/transactions/100001`, { method: 'POST' })).status).toBe(404);
  });

  it('has null for a default code that was removed', async () => {
    const { sandbox } = await exported();
    await sandbox.control('settings', { otp: { codes: { '*': null, '0941111111': '1234' } } }, 'PATCH');
    const { records } = (await sandbox.fetch('/_sandbox/transactions/100001/story')).json;
    const fact = records.find(({ name }: { name?: string }) => name === 'settings');
    expect(fact.value.otp.codes).toEqual({ '*': null, '0941111111': '1234' });
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
    const path = storyAt(await opened(other, text));
    const body = new URLSearchParams({ url: `${merchant.url}/handler` });
    const page = await other.app.request(`${path}/replay`, { method: 'POST', body });
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
    const path = storyAt(await opened(other, text));
    const body = new URLSearchParams({ url });
    const page = await other.app.request(`${path}/replay`, { method: 'POST', body });
    expect(page.status).toBe(422);
    expect(await page.text()).toContain(why);
    const arabic = await other.app.request(`${path}/replay?lang=ar`, { method: 'POST', body });
    expect(await arabic.text()).toMatch(/id="url-error" role="alert">\s*<bdi dir="ltr" lang="en">/);
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
