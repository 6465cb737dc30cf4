import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../../src/config/config-schema.ts';
import { words } from '../../../src/pages/words/words.ts';
import { callback } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';
import type { TestOptions } from '../../support/sandbox.ts';

const card = { step: 'card', number: '9111111111111111', expiry: '12/30' };
const methods = ['method_1', 'method_2', 'method_3', 'method_4', 'method_5'];

/** An aggregator checkout with a chosen method. */
async function chosen(method: string, options?: TestOptions) {
  const sandbox = await freshSandbox(options);
  const forms = await formsOf(sandbox, 'aggregator');
  await forms.pay({ method });
  const methodSent = async () => JSON.parse((await callback(sandbox)).body).paymet_method;
  return { ...forms, sandbox, methodSent };
}

describe('Each method has a next step of its own', () => {
  it.each(methods.slice(0, 2))('%s asks for a code, and its name is in the callback', async (method) => {
    const { page, code, checkout, methodSent } = await chosen(method);
    expect((await page()).text).toContain('name="code"');
    await code();
    expect((await checkout()).status).toBe('completed');
    expect(await methodSent()).toBe(method);
  });

  it.each(methods.slice(2))('%s asks for a card, and its name is in the callback', async (method) => {
    const { page, send, checkout, methodSent, sandbox } = await chosen(method);
    expect((await page()).text).toContain('data-testid="number"');
    expect((await sandbox.control('otps')).json.data).toEqual([]);
    await send('pay', card);
    expect((await checkout()).status).toBe('completed');
    expect(await methodSent()).toBe(method);
  });

  it('which method is which comes from the config', async () => {
    const options = { methods: { method_1: 'card', method_5: 'wallet' } } as const;
    expect((await (await chosen('method_1', options)).page()).text).toContain('data-testid="number"');
    expect((await (await chosen('method_2', options)).page()).text).toContain('name="code"');
    expect((await (await chosen('method_5', options)).page()).text).toContain('name="code"');
  });

  it('and the names of the config are shown at it and echoed in the callback', async () => {
    const { page, send, methodSent } = await chosen('acme_pay', { names: { method_4: 'acme_pay' } });
    expect((await page()).text).toContain('data-testid="chosen-method">acme_pay</bdi>');
    await send('pay', card);
    expect(await methodSent()).toBe('acme_pay');
  });

  it('without a name of its own a method has a neutral one that fits its kind, in the page’s language', async () => {
    const { page } = await chosen('method_4');
    expect((await page('en')).text).toContain('data-testid="chosen-method">Prepaid card</bdi>');
    expect((await page('ar')).text).toContain('data-testid="chosen-method">بطاقة مسبقة الدفع</bdi>');
  });
});

describe('The card of a method', () => {
  it.each([
    ['9000000000000002', 'declined'],
    ['9000000000009995', 'insufficient_funds'],
    ['9000000000000069', 'expired_card'],
    ['9000000000000119', 'declined'],
  ] as const)('%s is declined: %s, and another card pays on the same page', async (number, reason) => {
    const { send, page, checkout, methodSent } = await chosen('method_3');
    await send('pay', { ...card, number });
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: reason });
    const { text } = await page();
    expect(text).toContain(words.en.reasons[reason]);
    expect(text).toContain('data-testid="chosen-method">Bank card</bdi>');
    await send('pay', card);
    expect((await checkout()).status).toBe('completed');
    expect(await methodSent()).toBe('method_3');
  });

  it('is refused when it is no test card, and nothing of it is shown', async () => {
    const { send, checkout } = await chosen('method_3');
    const { status, text } = await send('pay', { ...card, number: '5555555555554444' });
    expect(status).toBe(422);
    expect(text).toContain(words.en.errors.numberUnknown);
    expect(text).not.toMatch(/5555|4444|12\/30/);
    expect((await checkout()).status).toBe('started');
  });
});

describe('Another method', () => {
  it('can be chosen after going back; the one before stays marked', async () => {
    const { send, page, pay, checkout, methodSent } = await chosen('method_3');
    await send('back', { step: 'card' });
    const { text } = await page();
    expect(text).toMatch(/value="method_3" data-testid="method-3" required checked/);
    await pay({ method: 'method_4' });
    await send('pay', card);
    expect((await checkout()).status).toBe('completed');
    expect(await methodSent()).toBe('method_4');
  });

  it('leaves the code of the one before without effect', async () => {
    const { send, pay, code, checkout, sandbox } = await chosen('method_1');
    await send('back', { step: 'code' });
    await pay({ method: 'method_3' });
    await code('123456');
    expect((await checkout()).status).toBe('started');
    expect((await sandbox.control('otps')).json.data).toMatchObject([{ status: 'expired' }]);
  });

  it('is what the tester’s Approve takes, at whatever step', async () => {
    for (const method of ['method_2', 'method_5']) {
      const { send, methodSent } = await chosen(method);
      await send('tools', { action: 'approve' });
      expect(await methodSent()).toBe(method);
    }
  });
});

describe('A decline', () => {
  it('is shown until the customer goes on, and stays on record', async () => {
    const sandbox = await freshSandbox();
    const { send, pay, page, checkout } = await formsOf(sandbox, 'aggregator');
    await send('tools', { action: 'decline' });
    for (let reload = 0; reload < 2; reload += 1)
      expect((await page()).text).toContain(words.en.declinedHeading);
    await pay({ method: 'method_3' });
    expect((await page()).text).not.toContain(words.en.declinedHeading);
    await send('back', { step: 'card' });
    expect((await page()).text).not.toContain(words.en.declinedHeading);
    expect((await checkout()).decline_reason).toBe('declined');
  });
});

describe('The config’s `methods`', () => {
  it('say of each method whether it asks for a code or a card', () => {
    const methods = { method_1: 'card', method_5: 'wallet' };
    expect(checkedConfig({ methods }, '.').methods).toEqual(methods);
    expect(checkedConfig({}, '.').methods).toEqual({});
  });

  it.each([
    [{ method_6: 'card' }, /^config: unknown "methods\.method_6"\. Did you mean "method_\d"\?$/],
    [{ method_1: 'purse' }, /^methods\.method_1: .+, not "purse"\.$/],
  ])('%j is refused', (methods, message) => {
    expect(() => checkedConfig({ methods }, '.')).toThrow(message);
  });
});
