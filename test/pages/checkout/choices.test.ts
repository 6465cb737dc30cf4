import { describe, expect, it } from 'vitest';
import { callback } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { formsOf, type PageForms } from '../../support/payment.ts';

const choices = {
  order: 'callback-only',
  delay: '7s',
  copies: '3',
  hold: '1',
  tamper: 'no-hash',
  reason: 'limit_exceeded',
};

/** The choices that the tester tools show. */
async function panel({ page }: PageForms) {
  const { text } = await page();
  const selected = (name: string) =>
    new RegExp(`<select id="tool-${name}"[^]*?<option value="([^"]*)" selected>`).exec(text)?.[1] ?? 'none';
  const typed = (name: string) =>
    new RegExp(`<input id="tool-${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? 'none';
  return {
    order: selected('order'),
    delay: typed('delay'),
    copies: typed('copies'),
    hold: selected('hold'),
    tamper: selected('tamper'),
    reason: selected('reason'),
  };
}

const fresh = {
  order: 'together',
  delay: '',
  copies: '',
  hold: '',
  tamper: '',
  reason: 'declined',
};

describe('What a tester chose in the tester tools', () => {
  it('is still chosen at the next step, and goes with the payment there', async () => {
    const sandbox = await freshSandbox();
    const forms = await formsOf(sandbox, 'aggregator');
    expect(await panel(forms)).toEqual(fresh);
    await forms.pay(choices);
    expect(await panel(forms)).toEqual(choices);
    await forms.code('654321', await panel(forms));
    expect(await panel(forms)).toEqual(choices);
    await forms.code(undefined, await panel(forms));
    const { json } = await sandbox.control('callbacks');
    expect(json.data).toHaveLength(4);
    expect(await callback(sandbox)).toMatchObject({ status: 'held', tampered: 'no-hash' });
  });

  it.each([
    ['a declined card', { number: '4000000000000002' }],
    ['a challenge', { number: '4000000000003220' }],
  ])('is still chosen after %s', async (_, card) => {
    const forms = await formsOf(await freshSandbox(), 'cardgw');
    await forms.pay({ ...card, ...choices });
    expect(await panel(forms)).toEqual(choices);
  });

  it('is still chosen after a decline by the tester tools, and after going back', async () => {
    const forms = await formsOf(await freshSandbox(), 'localbankcards');
    await forms.send('tools', { action: 'decline', ...choices });
    expect(await panel(forms)).toEqual(choices);
    await forms.pay({ ...choices, delay: '9s' });
    await forms.send('back', { step: 'code', ...choices, delay: '9s' });
    expect(await panel(forms)).toEqual({ ...choices, delay: '9s' });
  });

  it('can be taken back', async () => {
    const forms = await formsOf(await freshSandbox(), 'aggregator');
    await forms.pay(choices);
    await forms.send('resend', { process_id: '1000000000001', ...fresh });
    expect(await panel(forms)).toEqual(fresh);
  });

  it('is not what is decided by the control API', async () => {
    const sandbox = await freshSandbox();
    const forms = await formsOf(sandbox, 'aggregator');
    await forms.pay(choices);
    await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    const { json } = await sandbox.control('callbacks');
    expect(json.data).toMatchObject([{ status: 'dropped', tampered: null }]);
  });

  it('is ignored if the pages have no tester tools', async () => {
    const sandbox = await freshSandbox({ testerTools: false });
    const forms = await formsOf(sandbox, 'aggregator');
    await forms.pay(choices);
    expect((await forms.page()).text).not.toContain('open-phone');
    await forms.code(undefined, choices);
    const { json } = await sandbox.control('callbacks');
    expect(json.data).toMatchObject([{ tampered: null, status: 'pending' }]);
  });
});

describe('Where the setting holds callbacks', () => {
  it.each([
    ['', 'held'],
    ['0', 'delivered'],
    ['1', 'held'],
  ])('the choice "%s" makes the callback %s, and the page shows it', async (hold, status) => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ settings: { callback: { hold: true } } });
    const forms = await formsOf(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    const { text } = await forms.page();
    expect(
      /<select id="tool-hold".*?<\/select>/s.exec(text)?.[0].match(/value="[^"]*"(?: selected)?>[^<]+/g),
    ).toEqual([
      'value="" selected>Hold (setting)',
      'value="0">Send it',
      'value="1">Hold it until you release it',
    ]);
    await forms.pay({ order: 'together', hold });
    await expect.poll(async () => (await callback(sandbox)).status).toBe(status);
  });

  it('the page follows the setting, also if it was shown before', async () => {
    const sandbox = await freshSandbox();
    const forms = await formsOf(sandbox, 'cardgw');
    const shown = async (callback: object) => {
      await sandbox.control('settings', { callback }, 'PATCH');
      const { text } = await forms.page();
      return /<option value="" selected>(Send it|Hold \(setting\))</.exec(text)?.[1];
    };
    expect(await shown({ hold: false })).toBe('Send it');
    expect(await shown({ hold: true })).toBe('Hold (setting)');
    expect(await shown({ hold: false })).toBe('Send it');
    expect(await shown({ mode: 'manual' })).toBe('Hold (setting)');
  });
});
