import { describe, expect, it } from 'vitest';
import { paid, settled } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

async function asked(sandbox: TestSandbox, body: unknown = {}): Promise<void> {
  const { status, text } = await sandbox.control('callbacks/1/resend', body);
  if (status !== 202) throw new Error(text);
}

describe('Resends are limited, so that a script in a loop cannot fill the memory', () => {
  it('200 may wait for a target that hangs; the next one is refused until some have been sent', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    for (let batch = 0; batch < 10; batch += 1) await asked(sandbox, { copies: 20 });
    const { status, json } = await sandbox.control('callbacks/1/resend', {});
    expect([status, json.error.code]).toEqual([409, 'TOO_MANY_WAITING']);
    merchant.release();
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(201);
    await asked(sandbox);
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(202);
  });

  it('a request of more than 64 KiB is refused, and nothing is sent', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const { status, json } = await sandbox.control('callbacks/1/resend', {
      fields: { note: 'x'.repeat(65_536) },
    });
    expect([status, json.error.field ?? json.error.message]).toEqual([
      400,
      'fields: the request would be larger than 65536 bytes.',
    ]);
    await asked(sandbox, { fields: { note: 'x'.repeat(60_000) } });
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(2);
  });
});
