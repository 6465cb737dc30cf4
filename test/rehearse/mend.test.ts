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
  error: status === null ? 'connection refused' : null,
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
  const problem = { kind, reason: 'x' };
  return mendOf({ problem, customer, order, state: unpaid, failure: undefined, messages: [], ...changes });
};

describe('The advice of a rehearsal', () => {
  it.each(['other-invoice', 'other-invoice-then-pays'])('for %s is about the invoice', (id) => {
    expect(mend(id, 'wrong')).toMatch(/^Identify the order by the signed invoice_no/);
  });

  it.each([
    [500, /^The handler failed: see your app/],
    [null, /^The handler failed: see your app/],
    [429, /^Your app limits how many requests it takes/],
    [419, /^Leave the address of the callback out of CSRF protection/],
    [400, /^Compute the HMAC over every received parameter/],
  ])('for a genuine callback that was answered %s names that', (status, words) => {
    const messages = [message(400, true), message(status)];
    expect(mend('forged-hash-then-pays', 'lost', { messages })).toMatch(words);
  });

  it.each([
    [500, false, /^The handler failed: see your app/],
    [429, false, /^Your app limits how many requests it takes/],
    [400, false, /^Answer genuine messages with 2xx/],
    [500, true, /^Answer genuine messages with 2xx.* and forged ones with 400/],
  ])('for a message answered %s (forged: %s) that broke it names that', (status, isForged, words) => {
    expect(mend('pays', 'broken', { messages: [message(status, isForged)] })).toMatch(words);
  });

  it('for an order that cannot be read, or a visit that could not go on, does not blame the handler', () => {
    expect(mend('cancels', 'broken', { state: undefined })).toMatch(/^Fix that first: the order cannot be/);
    expect(mend('pays', 'broken', { failure: 'x', messages: [message(500)] })).toMatch(/^Fix that first/);
  });
});
