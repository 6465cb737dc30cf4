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

const unanswered = (error: string, what: Message['what'] = 'callback') => ({ ...message(null), what, error });
const slow = unanswered('no complete answer within 3000 ms');
const refused = unanswered('connection refused: nothing listens at shop.test');
const handlerFailed = /^The handler failed: see your app’s log\./;

describe('The advice of a rehearsal', () => {
  it.each(['other-invoice', 'other-invoice-then-pays'])('for %s is about invoice and hash', (id) => {
    expect(mend(id, 'wrong')).toMatch(/^Identify the order by the signed invoice_no.* Compute the HMAC over/);
  });

  it.each([
    [message(500), handlerFailed],
    [slow, /^The handler failed or took too long: see your app’s log\. If it got nothing/],
    [refused, /^Check that your app runs, listens at the address of the callback/],
    [message(429), /^Your app limits how many requests it takes/],
    [message(419), /^Leave the address of the callback out of CSRF protection/],
    [message(400), /^Run the audit first/],
    [{ ...refused, what: 'return' }, /^Start what serves the return page/],
  ] as const)('for a lost payment names what happened to its message: %j', (one, words) => {
    expect(mend('pays', 'lost', { messages: [one] })).toMatch(words);
  });

  it('for a lost payment does not name the return that does not pay', () => {
    const messages = [message(400), { ...refused, what: 'return' as const }];
    expect(mend('forged-hash-then-pays', 'lost', { messages })).toMatch(/^Compute the HMAC over/);
  });

  it.each([
    [message(500), /^The handler failed: .* If the forgery changed the order: Compute the HMAC over every/],
    [slow, /^The handler failed or took too long: .* If the forgery changed the order: Compute the HMAC/],
    [message(429), /^Your app limits how many requests it takes/],
    [message(400), /^Compute the HMAC over every received parameter/],
  ])('for a payment that a forgery came before names both: %j', (one, words) => {
    const messages = [message(400, true), one];
    expect(mend('forged-hash-then-pays', 'lost', { messages })).toMatch(words);
  });

  it.each([
    [{ ...refused, what: 'return' }, /^Start what serves the return page/],
    [
      unanswered('shop.test closed the connection without an answer', 'return'),
      /^The handler failed or took/,
    ],
    [unanswered('the connection was reset by shop.test'), /^The handler failed or took too long/],
    [unanswered('the TLS certificate of shop.test is self-signed'), /^If your app has a certificate of its/],
    [message(500), /^The handler failed: .* Answer genuine messages with 2xx.* repeats like the first one/],
    [message(429), /^Your app limits how many requests it takes/],
    [message(400), /^Answer genuine messages with 2xx/],
    [message(500, true), /^The handler failed: .* and forged ones with 400/],
  ] as const)('for an order that a message broke names that: %j', (broken, words) => {
    const problem = { kind: 'broken', reason: 'x', message: broken } as const;
    expect(mend('pays', 'broken', { problem, messages: [refused, broken] })).toMatch(words);
  });

  it('for an order that could not be read names neither handler nor message', () => {
    const messages = [message(500)];
    expect(mend('pays', 'broken', { messages })).toMatch(/^Fix that first, then rehearse again\./);
  });
});
