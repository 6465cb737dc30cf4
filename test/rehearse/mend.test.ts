import { describe, expect, it } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';
import { mendOf } from '../../src/rehearse/mend.ts';
import type { Message, Outcome } from '../../src/rehearse/outcome.ts';

const message = (status: number | null, isForged = false): Message => ({
  what: 'callback',
  method: 'POST',
  url: 'http://shop.test/callback',
  isForged,
  atMs: 0,
  status,
  error: status === null ? 'no complete answer within 3000 ms' : null,
  said: '',
  durationMs: 1,
  isTaken: status === 200,
  landing: undefined,
  mayNeedLogin: false,
});

const order = { invoiceNo: '1', transactionId: '2' };
const unpaid = { isPaid: false, word: 'open', timesPaid: undefined };

const mend = (id: string, kind: 'wrong' | 'lost' | 'broken', changes: Partial<Outcome> = {}) => {
  const customer = customers.find((each) => each.id === id);
  if (!customer) throw new Error(`There is no customer ${id}.`);
  return mendOf({ problem: { kind, reason: 'x' }, customer, order, state: unpaid, messages: [], ...changes });
};

const handlerFailed = /^The handler failed: see your app’s log\./;
const certificate = 'the TLS certificate of shop.test is self-signed';

describe('The advice of a rehearsal', () => {
  it.each(['other-invoice', 'other-invoice-then-pays'])('for %s is about invoice and hash', (id) => {
    expect(mend(id, 'wrong')).toMatch(/^Identify the order by the signed invoice_no.* Compute the HMAC over/);
  });

  it.each([
    [500, handlerFailed],
    [null, /^Check that your app runs, listens at the address of the callback, and responds in time/],
    [429, /^Your app limits how many requests it takes/],
    [419, /^Leave the address of the callback out of CSRF protection/],
    [400, /^Run the audit first/],
  ])('for a genuine callback that was answered %s names that', (status, words) => {
    expect(mend('pays', 'lost', { messages: [message(status)] })).toMatch(words);
  });

  it.each([
    [500, /^The handler failed: .* If the forgery changed the order: Compute the HMAC over every/],
    [null, /^Check that your app runs/],
    [429, /^Your app limits how many requests it takes/],
    [400, /^Compute the HMAC over every received parameter/],
  ])('for a forgery before a genuine callback that was answered %s names both', (status, words) => {
    const messages = [message(400, true), message(status)];
    expect(mend('forged-hash-then-pays', 'lost', { messages })).toMatch(words);
  });

  it.each([
    [{ ...message(null), what: 'return' }, /^Start what serves the return page/],
    [{ ...message(null), error: certificate }, /^If your app has a certificate of its own/],
    [message(500), /^The handler failed: .* Answer genuine messages with 2xx.* repeats like the first one/],
    [message(429), /^Your app limits how many requests it takes/],
    [message(400), /^Answer genuine messages with 2xx/],
    [message(500, true), /^Answer genuine messages with 2xx.* and forged ones with 400/],
  ] as const)('for a message that broke it names that: %j', (broken, words) => {
    expect(mend('pays', 'broken', { messages: [broken] })).toMatch(words);
  });

  it('for an order that cannot be read does not blame the handler', () => {
    expect(mend('cancels', 'broken', { state: undefined })).toMatch(/^Fix that first: the order cannot be/);
  });
});
