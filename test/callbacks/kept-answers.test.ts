import { describe, expect, it } from 'vitest';
import { attempted, callback, paid } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { storedAttempt } from '../support/stored-attempt.ts';

const mostBytes = 32 * 1024 * 1024;
const large = Buffer.alloc(64 * 1024, 'a');

describe('The answers of merchants take a bounded space', () => {
  it('The oldest large bodies are dropped, in words; attempts, small answers and the newest bodies stay', async () => {
    const sandbox = await freshSandbox();
    const { store, retention } = sandbox.runtime;
    await paid(sandbox, 'http://127.0.0.1:9/');
    await attempted(sandbox, 1);
    await store.commit(() => {
      storedAttempt(sandbox, 1, Buffer.from('small'));
      for (let second = 2; second <= 700; second += 1) storedAttempt(sandbox, second, large);
    });
    await retention.tidy();
    expect(store.keptAnswers.bytes()).toBeLessThanOrEqual(mostBytes);
    expect(store.keptAnswers.bytes()).toBeGreaterThan(mostBytes * 0.9);
    const { attempts, attempts_total } = await callback(sandbox);
    expect(attempts_total).toBe(701);
    const [third, second] = (await sandbox.control('callbacks/1/attempts?cursor=4')).json.data;
    expect(second.answer).toMatchObject({ body: 'small', truncated: false });
    expect(third.answer).toMatchObject({
      status: 500,
      headers: [['X-A', 'b']],
      body: '[The sandbox no longer keeps this body: newer answers needed the space.]',
      truncated: true,
    });
    expect(attempts[19].answer).toMatchObject({ body: large.toString(), truncated: false });
  });

  it('A list cuts every answer to 1 KiB and says so; one callback shows all that is kept', async () => {
    const sandbox = await freshSandbox();
    const body = `${'a'.repeat(1023)}bc`;
    const headers = { 'X-Short': 'yes', 'X-Long': 'b'.repeat(3000) };
    const merchant = await freshRawMerchant(answering('500 No', headers, body));
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    const { data } = (await sandbox.control('callbacks')).json;
    expect(data[0].attempts).toMatchObject([
      {
        answer: {
          status: 500,
          headers: [['X-Short', 'yes']],
          body: `${body.slice(0, 1024)}\n[The first 1024 of 1025 bytes. GET /_sandbox/api/callbacks/1 shows what is kept.]`,
          truncated: true,
        },
      },
    ]);
    const { attempts } = await callback(sandbox);
    expect(attempts[0].answer).toMatchObject({ body, truncated: false });
    expect(attempts[0].answer.headers).toHaveLength(3);
  });

  it('An empty answer is listed as empty, not as one that was dropped', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('200 OK', {}, ''));
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    const { data } = (await sandbox.control('callbacks')).json;
    expect(data[0].attempts[0].answer).toMatchObject({ status: 200, body: '', truncated: false });
    const { attempts } = await callback(sandbox);
    expect(attempts[0].answer).toEqual(data[0].attempts[0].answer);
  });
});
