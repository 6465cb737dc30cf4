import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, decided, paid, startCheckout } from '../support/checkouts.ts';
import { type FaultMerchant, faultMerchant, floodBytes } from '../support/fault-merchant.ts';
import { freshSandbox } from '../support/fresh.ts';
import { startOfTest, type TestSandbox } from '../support/sandbox.ts';

const at = (ms: number) => new Date(startOfTest + ms).toISOString();
const timeoutMs = 500;
/** For all that is not about the time-out: a busy machine needs longer. */
const inTime = { settings: { callback: { timeout: '60s' } } };

/** The first attempt at one of the faulty merchant's paths, and the callback after it. */
async function first(path: string, sandbox?: TestSandbox, merchant?: FaultMerchant) {
  const own = sandbox ?? (await freshSandbox(inTime));
  const { url, refusingUrl, tlsUrl } = merchant ?? (await faultMerchant());
  await paid(own, path === 'refused' ? refusingUrl : path === 'tls' ? tlsUrl : url + path);
  await attempted(own, 1);
  const { attempts, ...rest } = await callback(own);
  expect(attempts).toHaveLength(1);
  return { attempt: attempts[0], ...rest };
}

describe('An answer, however it comes, is kept with its status', () => {
  it.each([
    ['/200', 200, 'ok', 'delivered'],
    ['/100', 200, 'ok', 'delivered'],
    ['/103', 200, 'ok', 'delivered'],
    ['/204', 204, '', 'delivered'],
    ['/length-too-short', 200, 'ok', 'delivered'],
    ['/410', 410, 'gone', 'pending'],
    ['/429?', 429, '', 'pending'],
    ['/503?soon', 503, '', 'pending'],
  ])('%s', async (path, status, body, after) => {
    const { attempt, status: now } = await first(path);
    expect(attempt).toMatchObject({ number: 1, answer: { status, body }, error: null });
    expect(attempt.duration_ms).toBeGreaterThanOrEqual(0);
    expect(now).toBe(after);
  });

  it.each(['/301', '/308'])('%s: the answer and where it leads, once and not followed', async (path) => {
    const merchant = await faultMerchant();
    const { attempt, status } = await first(path, undefined, merchant);
    expect(attempt).toMatchObject({
      answer: {
        status: Number(path.slice(1)),
        headers: [
          ['Location', '/301'],
          ['Content-Length', '0'],
        ],
      },
      error: 'a redirect to /301 is not followed',
    });
    expect(status).toBe('pending');
    expect(merchant.requests).toHaveLength(1);
  });
});

describe('An attempt without an answer keeps the reason in words', () => {
  it.each([
    ['refused', /^connection refused: nothing listens at 127\.0\.0\.1:\d+$/],
    ['tls', /^the TLS certificate of 127\.0\.0\.1:\d+ is self-signed$/],
    ['/reset-before-headers', /^the connection was reset by 127\.0\.0\.1:\d+$/],
    ['/silent-close', /^127\.0\.0\.1:\d+ closed the connection without an answer$/],
    ['/reset-after-headers', /^the answer 200 was cut off before it was complete$/],
    ['/length-too-long', /^the answer 200 was cut off before it was complete$/],
    ['/chunks-without-end', /^the answer 200 was cut off before it was complete$/],
    ['/half-a-header', /^127\.0\.0\.1:\d+ (did not answer in HTTP|closed the connection without an answer)/],
    ['/bad-chunk', /^127\.0\.0\.1:\d+ did not answer in HTTP: /],
    ['/two-lengths', /^127\.0\.0\.1:\d+ did not answer in HTTP: /],
    ['/garbage', /^127\.0\.0\.1:\d+ did not answer in HTTP: /],
    ['/header-without-end', /^127\.0\.0\.1:\d+ sent more than 16 KB of headers$/],
  ])('%s', async (path, words) => {
    const { attempt, status } = await first(path);
    expect(attempt).toMatchObject({ number: 1, answer: null });
    expect(attempt.error).toMatch(words);
    expect(status).toBe('pending');
  });

  it.each(['/hang', '/drip', '/102-without-end'])(
    '%s: over after the time-out for the whole exchange',
    async (path) => {
      const sandbox = await freshSandbox({ settings: { callback: { timeout: `${timeoutMs}ms` } } });
      const { attempt, status } = await first(path, sandbox);
      expect(attempt).toMatchObject({ answer: null, error: `no complete answer within ${timeoutMs} ms` });
      expect(attempt.duration_ms).toBeGreaterThanOrEqual(timeoutMs - 5);
      expect(status).toBe('pending');
    },
  );
});

describe('100 MB', () => {
  it('of every answer 64 KiB are kept, the rest is never taken, and memory stays flat', async () => {
    const sandbox = await freshSandbox();
    const merchant = await faultMerchant();
    await paid(sandbox, `${merchant.url}/flood`, { copies: 4 }, 'INV-0');
    await attempted(sandbox, 4);
    await merchant.left();
    const before = process.memoryUsage();
    for (let round = 1; round <= 5; round += 1) {
      await paid(sandbox, `${merchant.url}/flood`, { copies: 4 }, `INV-${round}`);
      await attempted(sandbox, 4 * (round + 1));
    }
    await merchant.left();
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 1024 * 1024);
    // The kernel's buffers for 24 connections, out of 2.4 GB offered.
    expect(merchant.flooded()).toBeLessThan(0.25 * 24 * floodBytes);
    for (const id of ['1', '24']) {
      const { status, attempts } = await callback(sandbox, id);
      expect(status).toBe('delivered');
      expect(attempts[0].answer.body).toBe('a'.repeat(64 * 1024));
    }
  });
});

describe('Retry-After', () => {
  const honoured = [['7', 7000]] as const;
  const ignored = ['-1', '1e9', '1000000000', 'soon', ''].map((text) => [text, 5000] as const);

  it.each(
    ['/429', '/503'].flatMap((path) => [...honoured, ...ignored].map((each) => [path, ...each] as const)),
  )('%s, "%s": the next attempt is %i ms later', async (path, header, delayMs) => {
    const { next_attempt_at: next } = await first(`${path}?${encodeURIComponent(header)}`);
    expect(next).toBe(at(delayMs));
  });

  it('of any other answer is ignored', async () => {
    const { next_attempt_at: next } = await first('/410?7');
    expect(next).toBe(at(5000));
  });
});

describe('The schedule against every fault', () => {
  it.each(['refused', '/garbage', '/reset-after-headers', '/301'])(
    '%s five times, and the callback has failed',
    async (path) => {
      const sandbox = await freshSandbox();
      await first(path, sandbox);
      for (const [index, by] of ['5s', '30s', '2m', '10m'].entries()) {
        await advance(sandbox, by);
        await attempted(sandbox, index + 2);
      }
      const { status, attempts } = await callback(sandbox);
      expect([status, attempts.length]).toEqual(['exhausted', 5]);
      expect(new Set(attempts.map(({ error }: { error: string }) => error)).size).toBe(1);
    },
  );

  it('A card callback that is answered in circles of 301 is delivered: nothing is followed', async () => {
    const sandbox = await freshSandbox();
    const merchant = await faultMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/301` });
    await decided(sandbox, token, 'approve');
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).status).toBe('delivered');
    expect(merchant.requests).toHaveLength(1);
  });
});
