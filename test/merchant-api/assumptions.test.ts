import { describe, expect, it } from 'vitest';
import { fixedAssumptions } from '../../src/settings/fixed-assumptions.ts';
import { settingEntries } from '../../src/settings/settings.ts';
import { freshSandbox } from '../support/fresh.ts';
import { codes } from '../support/merchant-api.ts';
import { rightFields } from '../support/sandbox.ts';
import { call, confirmed, named, type Scenario, set, twice } from '../support/scenarios.ts';

const walletA = rightFields['walletA/verify'];
const card = rightFields['cardgw/confirm'];
const aggregator = rightFields['aggregator/confirm'];

const json = { body: JSON.stringify(walletA), headers: { 'Content-Type': 'application/json' } };

const verify: Scenario = (sandbox) => sandbox.call('walletA/verify', walletA);

/** Scenarios by the assumption that their answer must name. */
const seen: Readonly<Record<string, Scenario>> = {
  rate_limit: set({ rate_limit: { requests: 5, period: '1m' } }, verify),
  sandbox_transaction_limit: set({ sandbox_transaction_limit: { transactions: 5, period: '1h' } }, verify),
  'limits.maximum_amount': call('walletA/verify', { ...walletA, amount: '500.01' }),
  'requests.bodies': call('walletA/verify', {}, json),
  'requests.query': call('walletA/verify?amount=1', walletA),
  'invoice.alphabet': call('cardgw/confirm', { ...card, invoice_no: 'INV/1' }),
  'invoice.used': confirmed({}),
  'mobile.lenient': call('walletA/verify', { ...walletA, mobile_number: '912345678' }),
  codes: confirmed({ code: codes.walletA.wrong }),
  'error.fields': call('walletA/verify', {}),
  statuses: call('walletA/verify', {}),
  'otp.length': verify,
  'otp.policy': set({ otp: { policy: 'fixed' } }, verify),
  'otp.codes': set({ otp: { policy: 'fixed' } }, verify),
  'otp.lifetime': verify,
  'otp.attempts': confirmed({ code: codes.walletA.wrong }),
  'otp.resend_wait': set({ otp: { resend_wait: '1m' } }, twice(verify)),
  'otp.repeat_window': twice(verify),
  'checkout.lifetime': call('cardgw/confirm', card),
  'requests.extra-fields': call('walletA/verify', { ...walletA, order: '7' }),
  'invoice.scope': twice(call('cardgw/confirm', card)),
  'invoice.refusal': twice(call('cardgw/confirm', card)),
  'birth-year.form': call('walletA/verify', { ...walletA, birth_year: '١٩٩٠' }),
  'process-id.form': verify,
  'process.once': twice(confirmed({})),
  'customer-ip.form': call('cardgw/confirm', { ...card, customer_ip: '1.2.3' }),
  'lang.form': call('cardgw/confirm', { ...card, lang: 'fr' }),
  'email.form': call('aggregator/confirm', { ...aggregator, email: 'a b@example.com' }),
  'urls.form': call('cardgw/confirm', { ...card, return_url: '/return' }),
  'callback-url.local': call('aggregator/confirm', {
    ...aggregator,
    callback_url: 'http://localhost:3000/cb',
  }),
  'transport.http': verify,
  'errors.without-code': call('nobody/verify', walletA),
  'verify.message': verify,
  'confirm.answer': confirmed({}),
  'transaction-id.form': confirmed({}),
  'amount.form': call('walletA/verify', { ...walletA, amount: '0010' }),
  'code.form': confirmed({ code: '1' }),
  'process.lock': set({ otp: { attempts: 1 } }, twice(confirmed({ code: codes.walletA.wrong }))),
  'walletA.mobile-number': call('walletA/verify', { ...walletA, mobile_number: '0912' }),
  'walletB.mobile-number': call('walletB/verify', { mobile_number: '0912', amount: '10' }),
  'aggregator.mobile-number': call('aggregator/confirm', { ...aggregator, mobile_number: '0912' }),
};

const inMessages = 'It shows in the callback or the return, not in an answer of the API.';
const onThePage = 'It shows on the checkout page.';

/** Assumptions that no answer can name, by prefix, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  'signature.': inMessages,
  'aggregator.method_field': inMessages,
  'card.callback': inMessages,
  'callback.': inMessages,
  'return-url.query': inMessages,
  'localbankcards.order': inMessages,
  'cardgw.order': inMessages,
  'aggregator.callback-order': inMessages,
  'aggregator.return-order': inMessages,
  'aggregator.failed': inMessages,
  'aggregator.canceled': inMessages,
  'aggregator.paid': onThePage,
  'aggregator.methods': onThePage,
  'checkout.declined': onThePage,
  'checkout.card-code': onThePage,
  'checkout.three-d-secure': onThePage,
  'checks.order': 'The checks after a refusal do not run, so no answer knows what another order would give.',
};

const open = [
  ...settingEntries.filter(([, { confidence }]) => confidence !== undefined).map(([name]) => name),
  ...fixedAssumptions.map(({ id }) => id),
];

describe('An answer names in X-Sandbox-Assumption what it rests on', () => {
  it.each(open.filter((name) => !isUnseen(name)))('%s', async (name) => {
    const scenario = seen[name];
    if (!scenario) throw new Error(`Give ${name} a scenario here, or say why no answer can show it.`);
    expect(named(await scenario(await freshSandbox()))).toContain(name);
  });

  it('but a scenario or a reason is given only for what exists, and one of the two', () => {
    expect(Object.keys(seen).filter((name) => !open.includes(name) || isUnseen(name))).toEqual([]);
    expect(Object.keys(unseen).filter((prefix) => !open.some((name) => name.startsWith(prefix)))).toEqual([]);
  });

  it('and every fixed one has a name of its own that a header can carry', () => {
    const ids = fixedAssumptions.map(({ id }) => id);
    expect(new Set(open).size).toBe(open.length);
    expect(ids.filter((id) => !/^[a-zA-Z][a-zA-Z0-9-]*\.[a-z0-9-]+$/.test(id))).toEqual([]);
  });
});

function isUnseen(name: string): boolean {
  return Object.keys(unseen).some((prefix) => name.startsWith(prefix));
}
