import { describe, expect, it } from 'vitest';
import { words } from '../../../src/pages/words/words.ts';
import { settled } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';
import type { Fields } from '../../support/sandbox.ts';

const card = { number: '4000 0000 0000 3220' };
const paying = { number: '4111111111111111', expiry: '12/30', cvc: '123', holder: 'A' };
const texts = words.en.steps.challenge;

/** A cardgw checkout whose bank requires 3-D Secure. */
async function challenged(fields: Fields = {}) {
  const sandbox = await freshSandbox();
  const forms = await formsOf(sandbox, 'cardgw', fields);
  await forms.pay(card);
  const results = async () => {
    const { data } = (await sandbox.control('events?type=checkout.challenge')).json;
    return data.map(({ result }: { result: string }) => result);
  };
  const answer = (result: string) => forms.send('pay', { step: 'challenge', result });
  return { ...forms, sandbox, results, answer };
}

describe('The card 4000 0000 0000 3220', () => {
  it('leads to a page of its bank, with no digit of the card', async () => {
    const { page, checkout, results } = await challenged();
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: null });
    expect(await results()).toEqual(['asked']);
    const { status, text } = await page();
    expect([status, text.includes(texts.heading), text.includes('3220')]).toEqual([200, true, false]);
  });

  it('is declined before it with an amount that declines', async () => {
    const { page, checkout, results } = await challenged({ amount: '400.02' });
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: 'insufficient_funds' });
    expect(await results()).toEqual([]);
    expect((await page()).text).toContain('data-testid="number"');
  });
});

describe('The bank answers', () => {
  it.each(['authenticated', 'attempted'])('%s: paid', async (result) => {
    const { answer, checkout, results } = await challenged();
    expect((await answer(result)).headers.get('location')).toBe('/checkout/result?token=token-1&lang=en');
    expect(await checkout()).toMatchObject({ status: 'completed', decline_reason: null });
    expect(await results()).toEqual(['asked', result]);
  });

  it.each(['failed', 'unavailable', 'rejected'])('%s: declined, and another card pays', async (result) => {
    const { answer, page, pay, checkout, results } = await challenged();
    await answer(result);
    expect(await checkout()).toMatchObject({ status: 'started', decline_reason: 'authentication_failed' });
    expect(await results()).toEqual(['asked', result]);
    const { text } = await page();
    expect(text).toContain(words.en.reasons.authentication_failed);
    expect(text).toContain('data-testid="number"');
    await pay();
    expect((await checkout()).status).toBe('completed');
  });

  it('nothing at all: the page waits until the session expires', async () => {
    const { answer, send, page, checkout, results, sandbox } = await challenged();
    await answer('no-answer');
    expect(await results()).toEqual(['asked', 'no-answer']);
    for (const lang of ['en', 'ar'] as const)
      expect((await page(lang)).text).toContain(words[lang].steps.challenge.waitingHeading);
    expect((await checkout()).status).toBe('started');
    await answer('authenticated');
    await send('pay', { ...paying, step: 'waiting' });
    expect((await checkout()).status).toBe('started');
    await sandbox.control('clock/advance', { by: '30m' });
    expect((await page()).status).toBe(410);
    expect((await checkout()).status).toBe('expired');
  });

  it('nothing at all, and the customer goes back and pays with another card', async () => {
    const { answer, send, pay, page, checkout } = await challenged();
    await answer('no-answer');
    await send('back', { step: 'waiting' });
    expect((await page()).text).toContain('data-testid="number"');
    await pay();
    expect((await checkout()).status).toBe('completed');
  });

  it.each(['', 'maybe', 'Authenticated'])('%j, which is no answer: the page asks again', async (result) => {
    const { answer, checkout, results } = await challenged();
    const { status, text } = await answer(result);
    expect([status, text.includes(words.en.errors.optionInvalid)]).toEqual([422, true]);
    expect((await checkout()).status).toBe('started');
    expect(await results()).toEqual(['asked']);
  });

  it('50 times at once: one payment, one callback', async () => {
    const merchant = await freshMerchant();
    const { send, sandbox } = await challenged({ return_url: `${merchant.url}/return` });
    const form = { step: 'challenge', result: 'authenticated', order: 'together' };
    await Promise.all(Array.from({ length: 50 }, () => send('pay', form)));
    await settled(sandbox);
    const { data } = (await sandbox.control('events?type=transaction.completed')).json;
    expect(data).toHaveLength(1);
    expect(merchant.arrivals).toHaveLength(1);
  });
});

describe('At the challenge', () => {
  it.each([
    ['approve', 'completed'],
    ['cancel', 'canceled'],
    ['expire', 'expired'],
  ])('the control API’s %s works as on the first page', async (action, status) => {
    const { sandbox, checkout, answer } = await challenged();
    expect((await sandbox.control(`checkouts/token-1/${action}`, {})).status).toBe(200);
    expect((await checkout()).status).toBe(status);
    await answer('failed');
    expect((await checkout()).status).toBe(status);
  });

  it('a decline by the control API leads back to the form, with its reason', async () => {
    const { sandbox, page } = await challenged();
    await sandbox.control('checkouts/token-1/decline', { reason: 'limit_exceeded' });
    const { text } = await page();
    expect(text).toContain(words.en.reasons.limit_exceeded);
    expect(text).toContain('data-testid="number"');
  });

  it('a form of the first page, sent late, changes nothing', async () => {
    const { pay, checkout, page } = await challenged();
    expect((await pay()).status).toBe(303);
    expect((await checkout()).status).toBe('started');
    expect((await page()).text).toContain(texts.heading);
  });
});
