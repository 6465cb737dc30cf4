import { describe, expect, it } from 'vitest';
import { attempted, decided, paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

/** What each page says about the callbacks of the only payment. */
async function said(sandbox: TestSandbox, id = '1') {
  const { text: payment } = await sandbox.fetch('/_sandbox/transactions/100001');
  const { text: list } = await sandbox.fetch('/_sandbox/callbacks');
  const { text: page } = await sandbox.fetch(`/_sandbox/callbacks/${id}`);
  const steps = [...payment.matchAll(/<li data-outcome="(\w+)">(.*?)<\/li>/gs)]
    .filter(([step]) => step.includes(`href="/_sandbox/callbacks/${id}#attempt-`))
    .map(([, outcome, step = '']) => `${outcome}: ${wordsOf(step).replace(/^\S+Z /, '')}`);
  const boxed = [...payment.matchAll(/<li><div><a class="step-title" href="([^"]*)".*?<\/li>/gs)].find(
    ([, href]) => href === `/_sandbox/callbacks/${id}`,
  );
  const row = new RegExp(`<tr role="row" data-row="${id}"(.*?)</tr>`, 's').exec(list)?.[1] ?? '';
  const cell = /class="outcome">(.*?)<\/td>/s.exec(row)?.[1] ?? '';
  return {
    step: steps.at(-1),
    box: wordsOf(/<p>(.*?)<\/p>/s.exec(boxed?.[0] ?? '')?.[1] ?? ''),
    row: wordsOf(cell).replace(/ · next attempt \S+/, ''),
    isAlarm: row.includes('data-kind="forged"'),
    badges: [...page.matchAll(/<summary><span class="badge" data-state="(\w+)">/g)].map(([, state]) => state),
    rail: /data-count="callbacks"><bdi title="[^"]*">(\d+)</.exec(payment)?.[1],
  };
}

async function withVariant(answer: number, resend: object = { tamper: 'wrong-hash' }) {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  merchant.answerWith(answer);
  await sandbox.control('callbacks/1/resend', resend);
  await settled(sandbox);
  return { sandbox, merchant };
}

async function forged(answer: number, tamper: string, gateway: 'aggregator' | 'cardgw' = 'aggregator') {
  const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
  const merchant = await freshMerchant();
  merchant.answerWith(answer);
  const url = gateway === 'aggregator' ? 'callback_url' : 'return_url';
  const token = await startCheckout(sandbox, gateway, { [url]: `${merchant.url}/app` });
  await decided(sandbox, token, 'approve', { tamper });
  await settled(sandbox);
  return sandbox;
}

describe('A forged variant of a genuine callback', () => {
  it('that the app accepts is an alarm on every page', async () => {
    const { sandbox } = await withVariant(200);
    expect(await said(sandbox)).toEqual({
      step: 'failed: Your app accepted a forged callback your app responded 200 · forged: Wrong hash',
      box: 'accepted a forgery 2 attempts · answered 200',
      row: 'accepted a forgery answered 200',
      isAlarm: true,
      badges: ['ok', 'failed'],
      rail: '1',
    });
    const { json } = await sandbox.control('events?type=callback.attempted');
    expect(json.data.map(({ tampered }: Record<string, unknown>) => tampered)).toEqual([
      undefined,
      'wrong-hash',
    ]);
    const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
    expect(wordsOf(/<div class="proof">.*?<\/div>/s.exec(text)?.[0] ?? '')).toMatch(
      /Received and accepted by your app hashed [0-9A-F]{64} [0-9A-F]{64} changed The other 6 fields arrived as signed\.$/,
    );
    expect(text).not.toContain('Send the forgery again');
  });

  it('stays an alarm when the app refuses the next one', async () => {
    const { sandbox, merchant } = await withVariant(200);
    merchant.answerWith(403);
    await sandbox.control('callbacks/1/resend', { tamper: 'no-hash' });
    await settled(sandbox);
    const { box, row, isAlarm, badges } = await said(sandbox);
    expect([box, row, isAlarm, badges]).toEqual([
      'accepted a forgery, then rejected it 3 attempts · answered 403',
      'accepted a forgery, then rejected it answered 403',
      true,
      ['ok', 'failed', 'ok'],
    ]);
  });

  it('that the app refuses leaves the callback delivered', async () => {
    const { sandbox } = await withVariant(400);
    expect(await said(sandbox)).toEqual({
      step: 'ok: Attempt 2 of callback 1 your app responded 400 · forged: Wrong hash',
      box: 'delivered 2 attempts · answered 200',
      row: 'delivered answered 200',
      isAlarm: false,
      badges: ['ok', 'ok'],
      rail: undefined,
    });
  });

  it('that was edited by hand is named too, with what was changed', async () => {
    const { sandbox } = await withVariant(200, { fields: { amount: '99.00' }, sign: false });
    expect((await said(sandbox)).step).toContain('forged: Edited after signing');
    const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
    expect(wordsOf(/<div class="proof">.*?<\/div>/s.exec(text)?.[0] ?? '')).toContain(
      'amount 10.00 99.00 changed',
    );
  });
});

describe('A forged callback is rejected only by a 4xx', () => {
  it.each([
    [400, 'rejected the forgery answered 400', 'ok', 'ok'],
    [500, 'failed: proves nothing answered 500', 'failed', 'failed'],
    [302, 'redirected: proves nothing answered 302', 'note', 'unproven'],
  ])('POST, %s', async (answer, row, step, badge) => {
    const shown = await said(await forged(answer, 'wrong-hash'));
    expect(shown.row).toBe(`${row} · forged: A different hash of the same form`);
    expect(shown.isAlarm).toBe(false);
    expect(shown.step?.split(':')[0]).toBe(step);
    expect(shown.step?.endsWith('proves nothing')).toBe(answer !== 400);
    expect([shown.badges, shown.rail]).toEqual([[badge], undefined]);
  });

  it('and not by a server that is not there', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    await paid(sandbox, 'http://127.0.0.1:1/callback', { tamper: 'wrong-hash' });
    await settled(sandbox);
    const { row, box, step } = await said(sandbox);
    expect(row).toMatch(/^failed: proves nothing connection refused/);
    expect(box).toMatch(/^failed: proves nothing 1 attempt · connection refused/);
    expect(step).toMatch(/^failed: .*proves nothing$/);
  });

  it('and a redirect of a card gateway’s callback accepts nothing', async () => {
    const sandbox = await forged(302, 'wrong-hash', 'cardgw');
    const shown = await said(sandbox);
    expect(shown.row).toMatch(/^redirected: proves nothing answered 302/);
    expect([shown.isAlarm, shown.rail, shown.badges]).toEqual([false, undefined, ['unproven']]);
    expect(shown.step).toMatch(/^note: Attempt 1 .* responded 302 · forged: Wrong hash · proves nothing$/);
    expect((await sandbox.control('transactions/100001')).json.verdict.kind).toBe('held');
  });
});

it.each([
  [200, 'delivered answered 200', 'ok'],
  [500, 'failed answered 500', 'failed'],
])(
  'A truthful callback with approved=0, answered %s, is no forgery on any page',
  async (answer, row, step) => {
    const shown = await said(await forged(answer, 'approved-0'));
    expect(shown).toMatchObject({
      row: `${row} · approved is 0, correctly signed`,
      step: `${step}: Attempt 1 of callback 1 your app responded ${answer} · approved is 0`,
      badges: [step],
      rail: undefined,
    });
  },
);

it('A callback whose first attempt is under way is being sent, and is nothing to attend to', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshHoldingMerchant();
  await paid(sandbox, `${merchant.url}/callback`);
  await merchant.arrived(1);
  const { row, box, rail } = await said(sandbox);
  expect([row, box, rail]).toEqual(['sending under way', 'sending 1 attempt · under way', undefined]);
  expect((await sandbox.control('transactions/100001')).json.verdict.kind).toBe('sending');
  expect((await sandbox.fetch('/_sandbox/')).text).not.toContain(
    'class="attention-line" data-kind="retrying"',
  );
  expect((await sandbox.fetch('/_sandbox/callbacks')).text).not.toContain('Send now');
});

it('A resend to another address says nothing about the callback itself', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  merchant.answerWith(500);
  await paid(sandbox, `${merchant.url}/callback`);
  await attempted(sandbox, 1);
  const other = await freshMerchant();
  await sandbox.control('callbacks/1/resend', { url: other.url });
  await attempted(sandbox, 2);
  const { row, box } = await said(sandbox);
  expect([row, box]).toEqual(['retrying answered 500', 'retrying 2 attempts · answered 500']);
});
