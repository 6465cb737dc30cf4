import { describe, expect, it } from 'vitest';
import { sandboxBreaches, sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { failAt, stateOf } from './failing-statements.ts';
import { protect, toldBy } from './storage-faults.ts';
import { begun, usedSandbox } from './used-file.ts';

/** Limits the file's growth to this many pages, like a full disk. Returns a function that frees space. */
function fill(sandbox: TestSandbox, pages = 0): () => void {
  const connection = sandboxConnection(sandbox);
  connection.pragma(`max_page_count = ${Number(connection.pragma('page_count', { simple: true })) + pages}`);
  return () => {
    connection.pragma('max_page_count = 1000000');
  };
}

describe('The disk is full', () => {
  it('a call that needs space is refused whole, and works as soon as there is space again', async () => {
    const { file, sandbox } = await usedSandbox();
    const told = toldBy(sandbox);
    const free = fill(sandbox);
    let before = stateOf(sandbox);
    let invoices = 0;
    while ((await begun(sandbox, `INV-${invoices}`)) === 200 && invoices < 100) {
      before = stateOf(sandbox);
      invoices += 1;
    }
    expect(invoices).toBeLessThan(100);
    expect(stateOf(sandbox)).toBe(before);
    const sentence = `The data file ${file} cannot be written: the disk is full. Free some space, or name another file with --data.`;
    // The log entry of the refusal is smaller and may have fit.
    expect(told).toEqual([sentence]);

    free();
    expect(await begun(sandbox, `INV-${invoices}`)).toBe(200);
    expect(told).toEqual([sentence, undefined]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});

describe('The last pages of a disk', () => {
  it('hold short rows and not long ones: the failure is reported once, until there is room for both', async () => {
    const sandbox = await freshSandbox({ data: dataFile() });
    const { store } = sandbox.runtime;
    const put = (length: number) =>
      store
        .commit(() => store.facts.put('filler', 'x'.repeat(length)))
        .then(
          () => 'stored',
          () => 'failed',
        );
    const told = toldBy(sandbox);
    const free = fill(sandbox, 8);
    const health = async () => (await sandbox.fetch('/_sandbox/health')).status;
    for (let round = 0; round < 4; round += 1) {
      expect([await put(100_000), await health()]).toEqual(['failed', 503]);
      expect([await put(10), await health()]).toEqual(['stored', 503]);
    }
    expect(told).toEqual([expect.stringContaining('the disk is full')]);

    free();
    expect([await put(10), await health()]).toEqual(['stored', 200]);
    expect([await put(100_000), await health()]).toEqual(['stored', 200]);
    expect(told).toEqual([expect.any(String), undefined]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});

describe('The data file becomes read-only', () => {
  it('every plane says so, reads go on, and everything works when it is writable again', async () => {
    const { file, sandbox } = await usedSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    const pay = { method: 'POST', body: new URLSearchParams({ token, action: 'approve' }) };
    const sentence = `The data file ${file} is read-only. Make it writable, or name another file with --data.`;
    const writable = protect(sandbox);
    const before = stateOf(sandbox);

    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(await sandbox.control('settings', { otp: { lifetime: '1m' } }, 'PATCH')).toMatchObject({
      status: 503,
      json: { error: { code: 'STORAGE_FAILED', message: sentence } },
    });
    expect(await sandbox.fetch('/_sandbox/health')).toMatchObject({
      status: 503,
      json: { status: 'failing', message: sentence },
    });
    const customer = await sandbox.fetch('/checkout/tools', pay);
    expect(customer.status).toBe(503);
    expect(customer.text).toContain('لا يمكن حفظ أي شيء الآن');
    const tester = await sandbox.fetch('/_sandbox/clock/freeze', {
      method: 'POST',
      body: new URLSearchParams(),
    });
    expect(tester.status).toBe(503);
    expect(tester.text).toContain(sentence);
    const dashboard = await sandbox.fetch('/_sandbox/');
    expect(dashboard.status).toBe(200);
    expect(dashboard.text).toContain(`Nothing can be stored: every call returns BACKEND_ERROR. ${sentence}`);
    expect(stateOf(sandbox)).toBe(before);

    writable();
    expect((await sandbox.fetch('/checkout/tools', pay)).status).toBe(303);
    expect(await sandbox.fetch('/_sandbox/health')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect((await sandbox.fetch('/_sandbox/')).text).not.toContain('Nothing can be stored');
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('the health check says so to everybody, and the path of the file only where no token is needed', async () => {
    const sandbox = await freshSandbox({ data: dataFile(), token: 'secret' });
    protect(sandbox);
    await sandbox.runtime.store
      .commit(() => sandbox.runtime.journal.append({ type: 'reset' }))
      .catch(() => undefined);
    const { status, json } = await sandbox.fetch('/_sandbox/health');
    expect([status, json]).toEqual([503, { status: 'failing', version: expect.any(String) }]);
  });
});

describe('The data cannot be read', () => {
  it('a page says so: a tester reads why, a customer that it cannot be now; the control API answers STORAGE_FAILED', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    const failing = failAt(sandbox, 1, true);
    const sentence = 'The data in memory cannot be read or written: disk I/O error.';
    const tester = await sandbox.fetch('/_sandbox/transactions');
    expect([tester.status, tester.text.includes(sentence)]).toEqual([503, true]);
    const customer = await sandbox.fetch(`/checkout?token=${token}&lang=en`);
    expect([customer.status, customer.text.includes(sentence)]).toEqual([503, false]);
    expect(customer.text).toContain('Temporarily unavailable');
    expect(await sandbox.control('transactions')).toMatchObject({
      status: 503,
      json: { error: { code: 'STORAGE_FAILED', message: sentence } },
    });
    failing.end();
    expect((await sandbox.fetch('/_sandbox/transactions')).status).toBe(200);
    expect((await sandbox.fetch(`/checkout?token=${token}`)).status).toBe(200);
  });

  it.each([3, 4, 5])(
    'a stream that has begun is ended by statement %i, and its reader misses nothing when it comes back',
    async (nth) => {
      const sandbox = await freshSandbox();
      await startCheckout(sandbox, 'cardgw');
      const failing = failAt(sandbox, nth, true);
      const stream = await eventStream(sandbox, '?after=0');
      expect([stream.status, await stream.next()]).toEqual([200, undefined]);
      failing.end();
      const again = await eventStream(sandbox, '?after=0');
      expect(await again.next()).toMatchObject({ event: 'transaction.started' });
    },
  );
});
