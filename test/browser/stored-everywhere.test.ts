import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { attempted } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { exchanged } from '../support/raw-socket.ts';
import { allRoutes } from '../support/routes.ts';
import { demoAccount, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

// Unescaped, each part would run, load something, leave an attribute or text, or be evaluated by a template.
const payload = `"><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script></title></textarea>'&amp;{{7*7}}<%= 7*7 %>`;
const inUrl = `"><script>globalThis.hit=1</script>'`;

test('What strangers wrote runs on no page and in no answer, in either language', async () => {
  const { url } = await poisoned();
  const page = await visitor({ refusalsExpected: true });
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Answers of the control API and pages of ended sessions may have an error status.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  let shown = 0;
  for (const path of await readable()) {
    await page.goto(url + path);
    await expect.poll(() => page.evaluate('globalThis.hit'), { message: path }).toBeUndefined();
    await expect.poll(() => page.locator('img, script:not([src])').count(), { message: path }).toBe(0);
    expect(complaints, path).toEqual([]);
    if (await isShownOn(page)) shown += 1;
  }
  // Shown somewhere, but as text.
  expect(shown).toBeGreaterThan(25);
});

test('A file that is exported is saved and not opened, whatever it holds', async () => {
  const { url } = await poisoned();
  const page = await visitor();
  const lists = ['transactions', 'requests', 'callbacks'];
  for (const path of [
    ...lists.flatMap((list) => [`${list}/export/json`, `${list}/export/csv`]),
    'requests/export/har',
    'requests/1/har',
    ...['curl', 'vitest', 'phpunit', 'pytest'].map((suite) => `transactions/100001/export/${suite}`),
  ]) {
    const download = page.waitForEvent('download');
    await page.goto(`${url}/_sandbox/${path}`).catch(() => undefined);
    expect((await download).suggestedFilename(), path).toMatch(/^[\w.-]+\.(json|csv|har|sh|js|php|py)$/);
  }
  await expect.poll(() => page.url()).toBe('about:blank');
});

interface Poisoned {
  readonly sandbox: TestSandbox;
  readonly url: string;
}

/** A sandbox that stores the payload wherever a stranger can put text. */
async function poisoned(): Promise<Poisoned> {
  const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, name: payload }] });
  const url = await sandbox.listen();
  const merchant = await freshRawMerchant(answering('500 Oops', { 'X-Evil': payload }, payload));
  const urls = {
    return_url: `${merchant.url}/r?own=${inUrl}`,
    callback_url: `${merchant.url}/c?own=${inUrl}`,
  };
  const start = (gateway: keyof typeof rightFields, fields: Fields) =>
    sandbox.call(gateway, {
      ...rightFields[gateway],
      ...urls,
      lang: 'en',
      [payload]: payload,
      ...fields,
    });
  await start('aggregator/confirm', { invoice_no: payload });
  await start('cardgw/confirm', { invoice_no: `${payload}2` });
  await start('localbankcards/confirm', { invoice_no: `${payload}3` });
  await start('cardgw/confirm', { invoice_no: `${payload}4` });
  await start('walletA/verify', { amount: payload, birth_year: payload });
  await sandbox.control('checkouts/token-1/decline', { reason: payload });
  await sandbox.control('checkouts/token-1/approve', {});
  await sandbox.control('checkouts/token-2/decline', { reason: payload, final: true });
  await sandbox.control('checkouts/token-3/decline', { reason: payload });
  await attempted(sandbox, 1);
  await sandbox.control('faults', { match: { invoice_no: payload }, effect: { code: 'BACKEND_ERROR' } });
  const head = `POST /api/v1/${inUrl}?${inUrl} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${payload}\r\nX-Api-Key: ${payload}\r\nContent-Type: ${payload}\r\nContent-Length: ${payload.length}\r\nConnection: close\r\n\r\n${payload}`;
  await exchanged(url, head);
  return { sandbox, url };
}

/** Every page and control API answer that a browser can show, customer pages in both languages. */
async function readable(): Promise<readonly string[]> {
  const paths = (await allRoutes()).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  const shownAtAll = [...new Set(paths)].filter(
    (path) => !/export|\/backup$|\/har$|\/events$|\/stop|favicon|\/return/.test(path),
  );
  const customers = ['token-1', 'token-2', 'token-3', 'token-4'].flatMap((token) =>
    ['ar', 'en'].map((lang) => `/checkout?token=${token}&lang=${lang}`),
  );
  const searched = ['transactions', 'requests', 'callbacks', 'inbox'].map(
    (list) => `${list}?search=${encodeURIComponent(payload)}&gateway=${encodeURIComponent(payload)}`,
  );
  const records = [
    'transactions/100001',
    'transactions/100002',
    'callbacks/1',
    ...[1, 2, 3, 4, 5, 6].map((id) => `requests/${id}`),
  ];
  const lists = ['events?after=0', 'requests', 'requests/6', 'callbacks/1', 'accounts/demo'].map(
    (path) => `api/${path}`,
  );
  return [
    ...shownAtAll,
    ...customers,
    ...[...searched, ...records, ...lists].map((path) => `/_sandbox/${path}`),
  ];
}

async function isShownOn(page: Page): Promise<boolean> {
  const text = (await page.locator('body').textContent()) ?? '';
  return text.includes('globalThis.hit=1');
}
