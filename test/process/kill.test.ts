import { describe, expect, it } from 'vitest';
import type { CliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { killed, startOn } from '../support/kill.ts';
import { answering } from '../support/raw-merchant.ts';
import { rightFields } from '../support/sandbox.ts';
import { isGenuine } from '../support/verifier.ts';

describe('P3 and P4: killed between payment and callback', () => {
  it('the merchant was down at first: after the restart the callback is delivered, with the same bytes', async () => {
    const cwd = testFolder();
    let isUp = false;
    const merchant = await freshRawMerchant((socket, request) => {
      if (isUp) answering('200 OK')(socket, request);
      else socket.destroy();
    });
    const first = await startOn(cwd);
    await paid(first, merchant.url);
    await first.control('events?after=0&type=callback.attempted&wait=10s');
    await killed(first);

    isUp = true;
    const second = await startOn(cwd);
    await second.control('clock/advance', { by: '1m' });
    expect(await second.control('callbacks/settled?wait=10s&retries=true', {})).toEqual({ settled: true });
    expect(merchant.requests).toHaveLength(2);
    expect(merchant.requests[1]).toBe(merchant.requests[0]);
    const [, body = ''] = (merchant.requests[1] ?? '').split('\r\n\r\n');
    expect(isGenuine(Object.entries(JSON.parse(body)) as [string, string][], 'demo_secret_key')).toBe(true);
    const { data } = await second.control('callbacks');
    expect(data).toMatchObject([
      {
        status: 'delivered',
        attempts: [
          { number: 1, answer: null, error: expect.any(String) },
          { number: 2, answer: { status: 200 } },
        ],
      },
    ]);
  });

  it('in the middle of an attempt: it is sent again, with the same bytes', async () => {
    const cwd = testFolder();
    const merchant = await freshHoldingMerchant();
    const first = await startOn(cwd);
    await paid(first, merchant.url);
    await merchant.arrived(1);
    await killed(first);

    merchant.release();
    const second = await startOn(cwd);
    await second.control('clock/advance', { by: '1m' });
    expect(await second.control('callbacks/settled?wait=10s&retries=true', {})).toEqual({ settled: true });
    expect(merchant.requests).toHaveLength(2);
    expect(merchant.requests[1]).toBe(merchant.requests[0]);
  });

  it('before the first attempt: it is sent after the restart', async () => {
    const cwd = testFolder();
    const merchant = await freshMerchant();
    const first = await startOn(cwd);
    await paid(first, merchant.url, { delay: '1h' });
    await killed(first);
    expect(merchant.arrivals).toEqual([]);

    const second = await startOn(cwd);
    await second.control('clock/advance', { by: '1h' });
    expect(await merchant.arrived(1)).toHaveLength(1);
    expect(await second.control('callbacks/settled?wait=10s&retries=true', {})).toEqual({ settled: true });
  });
});

/** Starts an aggregator checkout and pays it through the control API. */
async function paid(sandbox: CliSandbox, url: string, choice: Readonly<Record<string, string>> = {}) {
  const fields = { ...rightFields['aggregator/confirm'], callback_url: `${url}/callback` };
  const { json } = await sandbox.call('aggregator/confirm', fields);
  const path = `checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`;
  expect(await sandbox.control(path, choice)).toMatchObject({ status: 'completed' });
}
