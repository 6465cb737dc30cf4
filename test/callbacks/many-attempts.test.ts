import { describe, expect, it } from 'vitest';
import { Payment } from '../../src/audit/payment.ts';
import { SandboxClient } from '../../src/client.ts';
import { meansFor } from '../audit/audit-options.ts';
import { opened, storyAt } from '../stories/stories.ts';
import { attempted, callback, paid, startCheckout } from '../support/checkouts.ts';
import { cliResult } from '../support/cli.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { storedAttempt } from '../support/stored-attempt.ts';

const all = 133;
const large = Buffer.alloc(64 * 1024, 'a');
/** 20 answers of 64 KiB plus overhead. */
const mostBytes = 20 * large.length + 64 * 1024;

/** Everything that shows attempts, with its maximum size in bytes. */
const answers = [
  ['api/callbacks/1', mostBytes],
  ['api/callbacks', 64 * 1024],
  ['api/callbacks/1/attempts', mostBytes],
  ['callbacks/1', mostBytes],
  ['callbacks/1?before=100', mostBytes],
  ['callbacks/export/json', mostBytes],
  ['callbacks/export/csv', 64 * 1024],
  ['api/callbacks/1/resend', mostBytes],
  ['api/callbacks/1/release', mostBytes],
] as const;

const numbersOf = (rows: readonly { readonly number: number }[]) => rows.map(({ number }) => number);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('A callback with 133 large answers', () => {
  it('makes no answer, page or export larger than 20 of them', async () => {
    const sandbox = await withAttempts(all);
    for (const [path, most] of answers) {
      const method = /resend|release/.test(path) ? 'POST' : 'GET';
      const { status, text } = await sandbox.fetch(`/_sandbox/${path}`, { method });
      expect(status, path).toBeLessThan(300);
      expect(Buffer.byteLength(text), path).toBeLessThan(most);
    }
  });

  it('shows the newest 20 in the order they were sent, and how many there are', async () => {
    const sandbox = await withAttempts(all);
    const one = await callback(sandbox);
    const [listed] = (await sandbox.control('callbacks')).json.data;
    for (const { attempts, attempts_total } of [one, listed])
      expect([attempts_total, numbersOf(attempts)]).toEqual([all, range(114, all)]);
    expect(one.attempts[19].answer.body).toBe(large.toString());
  });

  it('lists all of them page by page, newest first', async () => {
    const sandbox = await withAttempts(all);
    const client = await SandboxClient.connect(await sandbox.listen());
    const found: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.callbacks.attempts('1', cursor === undefined ? {} : { cursor });
      expect(page.data.length).toBeLessThanOrEqual(20);
      found.push(...numbersOf(page.data));
      cursor = page.next;
    }
    expect(found).toEqual(range(1, all).reverse());
  });

  it('refuses pages of more than 20, and the attempts of a callback that does not exist', async () => {
    const sandbox = await freshSandbox();
    expect(await sandbox.control('callbacks/1/attempts')).toMatchObject({ status: 404 });
    expect(await sandbox.control('callbacks/1/attempts?limit=21')).toMatchObject({
      status: 400,
      json: { error: { message: 'limit: must be a whole number from 1 to 20.' } },
    });
  });

  it('has a page in the dashboard that leads to older attempts and back', async () => {
    const sandbox = await withAttempts(all);
    const newest = (await sandbox.fetch('/_sandbox/callbacks/1')).text;
    expect(newest).toContain('Attempts 114 to 133 of 133');
    expect(newest).toContain('href="/_sandbox/callbacks/1?before=114#attempts"');
    expect(newest).not.toContain('rel="first"');
    const oldest = (await sandbox.fetch('/_sandbox/callbacks/1?before=14')).text;
    expect(oldest).toContain('Attempts 1 to 13 of 133');
    expect(oldest).toContain('href="/_sandbox/callbacks/1#attempts" rel="first"');
    expect(oldest).not.toContain('rel="next"');
  });

  it('has a page in the dashboard without those links while there are 20', async () => {
    const sandbox = await withAttempts(20);
    const { text } = await sandbox.fetch('/_sandbox/callbacks/1');
    expect(text).not.toContain('class="list-foot"');
  });

  it('is shown by the command line with the command that lists older attempts', async () => {
    const sandbox = await withAttempts(all);
    const env = { GATEWAY_SANDBOX_URL: await sandbox.listen() };
    const command = '`gateway-sandbox callbacks attempts 1 --before 114`';
    expect((await cliResult(['callbacks', '1'], { env })).stdout).toContain(
      `These are the newest 20 of 133 attempts. For older ones, run ${command}.\n`,
    );
    const { stdout } = await cliResult(['callbacks', '1', '--url', env.GATEWAY_SANDBOX_URL]);
    expect(stdout).toContain(`--before 114 --url ${env.GATEWAY_SANDBOX_URL}\`.`);
    expect((await cliResult(['callbacks'], { env })).stdout).toMatch(/^1 .* 133 /m);
    const older = await cliResult(['callbacks', 'attempts', '1', '--before', '114'], { env });
    expect(older.stdout).toMatch(/^113 [\s\S]*^64 [\s\S]*\nand 63 more: --all shows them\n$/m);
    const oldest = await cliResult(['callbacks', 'attempts', '1', '--before', '3'], { env });
    expect(oldest.stdout).toMatch(/^2 .*\n1 .*\n$/m);
  });
});

it('Each attempt in the timeline of a payment leads to the page that shows it, also in an imported payment', async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`);
  await attempted(sandbox, 1);
  await sandbox.control('callbacks/1/resend', { copies: 20 });
  await attempted(sandbox, 21);
  const other = await freshSandbox();
  const imported = await opened(other, (await sandbox.fetch('/_sandbox/transactions/100001/story')).text);
  for (const [each, base] of [
    [sandbox, '/_sandbox'],
    [other, storyAt(imported)],
  ] as const) {
    const { text } = await each.fetch(`${base}/transactions/100001`);
    const hrefs = [...text.matchAll(/href="([^"]*)#(attempt-\d+)"/g)];
    expect(hrefs.map(([, , id]) => id).toSorted()).toEqual(
      range(1, 21)
        .map((n) => `attempt-${n}`)
        .toSorted(),
    );
    for (const [, href = '', id] of hrefs) expect((await each.fetch(href)).text).toContain(`id="${id}"`);
    expect(hrefs.filter(([href]) => href.includes('?'))).toHaveLength(1);
  }
});

it('The audit finds the answer to each of 22 deliveries of one callback', async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  const client = await SandboxClient.connect(await sandbox.listen());
  const token = await startCheckout(sandbox, 'aggregator', { callback_url: merchant.url });
  const payment = new Payment(meansFor(client, merchant.url), await client.checkouts.get(token), []);
  await payment.approve();
  for (let sent = 1; sent <= 22; sent += 1) expect((await payment.callback()).status).toBe(200);
  expect(merchant.arrivals).toHaveLength(22);
});

/** A sandbox with one held callback that has this many attempts. */
async function withAttempts(count: number): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  await paid(sandbox, 'http://127.0.0.1:9/', { hold: true });
  await sandbox.runtime.store.commit(() => {
    for (let second = 1; second <= count; second += 1) storedAttempt(sandbox, second, large);
  });
  return sandbox;
}
