import { shown } from './client/arguments.ts';
import type { CheckoutPage } from './client/checkout-page.ts';
import { byTestId, wordsOf } from './client/page-elements.ts';
import { refuseWrongOptions, Unasked } from './client/pay-arguments.ts';
import type { Code, PayOptions } from './client/pay-options.ts';
import { choose, openTools } from './client/pay-tools.ts';
import { untilShown } from './client/until-shown.ts';
import { goBack, originOf, returnUrlOf } from './client/way-back.ts';
import type { CardOutcome, TestCard } from './gateways/test-cards.ts';
import type { StartedSandbox } from './index.ts';
import type { FixtureOptions, ReceivedFixtures } from './testing/fixtures.ts';
import { type PlaywrightFixtures, playwrightFixtures } from './testing/playwright-fixtures.ts';

export type { CheckoutPage, PageElement } from './client/checkout-page.ts';
export type { Code, PayOptions, Tools } from './client/pay-options.ts';
export type { AppAddress, AppFactory, AppHandler, AppOptions, RunningApp } from './testing/app-options.ts';
export type { FixtureOptions } from './testing/fixtures.ts';
export type { PlaywrightFixtures } from './testing/playwright-fixtures.ts';

/**
 * Takes an open or opening checkout page through all its steps like a customer, by its `data-testid`s (docs:
 * "Checkout pages"), and returns to the merchant if the page offers it. If the payment fails, throws an
 * `Error` with the text of the page.
 */
export async function payOn(page: CheckoutPage, options: PayOptions = {}): Promise<void> {
  // JavaScript callers can pass what the types forbid.
  if (typeof page?.locator !== 'function')
    throw new TypeError(`payOn takes a page of Playwright, not ${shown(page)}.`);
  refuseWrongOptions(options);
  await untilShown(page, byTestId(page, 'pay', 'back', 'result-status').first(), options.timeout);
  const origin = await originOf(page);
  await page.waitForLoadState('domcontentloaded');
  if ((await byTestId(page, 'result-status').count()) > 0)
    throw new Error(`This checkout is decided already: ${await wordsOf(byTestId(page, 'result-status'))}`);
  const returnUrl = await returnUrlOf(page);
  if (options.tools) await choose(page, options.tools);
  const unasked = new Unasked(options);
  let step = await nextStep(page, options, unasked);
  if (!step) throw new Error(`This page asks for nothing: ${await wordsOf(page.locator('h1'))}`);
  while (step) {
    await submit(page, step.button);
    if (await isRefused(page, options)) return;
    step = step.isLast ? undefined : await nextStep(page, options, unasked);
  }
  await goBack(page, { origin, returnUrl });
}

/** The fixtures that a test receives. */
export type SandboxFixtures = ReceivedFixtures<StartedSandbox>;

/**
 * For Playwright's `test.extend`: a sandbox and your app per worker, with your app's `baseURL`. In TypeScript:
 *
 *     const test = base.extend<{}, SandboxFixtures>(sandboxFixtures({ app: 'node server.js' }));
 */
export function sandboxFixtures(options: FixtureOptions<StartedSandbox>): PlaywrightFixtures<StartedSandbox> {
  // `payOn` alone works without a sandbox in this process.
  return playwrightFixtures(async () => (await import('./index.ts')).startSandbox(options.sandbox), options);
}

interface PageStep {
  readonly button: string;
  /** This button ends the checkout, whatever page follows. */
  readonly isLast: boolean;
}

/** Fills in the current page and returns its submit button. Undefined if there is nothing left to fill in. */
async function nextStep(
  page: CheckoutPage,
  options: PayOptions,
  unasked: Unasked,
): Promise<PageStep | undefined> {
  const has = async (id: string) => (await byTestId(page, id).count()) > 0;
  if (!(await has('pay'))) return undefined;
  if (options.cancel) return { button: 'cancel', isLast: true };
  if (await has('method-1')) return chooseMethod(page, options);
  if (await has('number')) {
    if (options.method !== undefined && !(await has('chosen-method')))
      throw new Error('This checkout page takes cards: it has no method.');
    const card = options.card ?? (options.decline ? 'decline' : 'approve');
    unasked.asked('card');
    // Other cards are decided here.
    if (card !== 'challenge') unasked.refuse();
    await typeCard(page, card);
  } else if (options.decline) return { button: 'tool-decline', isLast: true };
  else await answer(page, options, unasked, (await has('code')) ? 'code' : 'challenge');
  return { button: 'pay', isLast: false };
}

/** Answers the step after the card or the method. */
async function answer(
  page: CheckoutPage,
  { code, challenge = 'authenticated', token }: PayOptions,
  unasked: Unasked,
  step: 'code' | 'challenge',
): Promise<void> {
  if (step === 'challenge') unasked.asked('challenge');
  unasked.refuse();
  if (step === 'code') await byTestId(page, 'code').fill(await codeFor(page, code, token));
  else await byTestId(page, `challenge-${challenge}`).check();
}

async function chooseMethod(page: CheckoutPage, { method, card, decline }: PayOptions): Promise<PageStep> {
  if (card !== undefined && method === undefined)
    throw new Error('This checkout page offers methods: say which of them takes the card.');
  const chosen = byTestId(page, `method-${method ?? 1}`);
  if ((await chosen.count()) === 0) throw new Error(`This checkout page has no method ${method ?? 1}.`);
  await chosen.check();
  return decline ? { button: 'tool-decline', isLast: true } : { button: 'pay', isLast: false };
}

/** True if the payment was declined as requested. Throws if the page refused it for another reason. */
async function isRefused(page: CheckoutPage, options: PayOptions): Promise<boolean> {
  const refused = page.locator('[data-checkout="open"] [role="alert"]');
  if ((await refused.count()) === 0) return false;
  const isAsked =
    options.decline === true ||
    (options.card ?? 'approve') !== 'approve' ||
    (options.challenge ?? 'authenticated') !== 'authenticated';
  if (isAsked && (await byTestId(page, 'notice').count()) > 0) return true;
  throw new Error(`The checkout did not take it: ${await wordsOf(refused)}`);
}

/** The caller's code, or the latest one that was sent for this payment. */
async function codeFor(
  page: CheckoutPage,
  code: Code | undefined,
  token = process.env.GATEWAY_SANDBOX_TOKEN,
): Promise<string> {
  if (code !== undefined) return typeof code === 'string' ? code : code();
  const number = await byTestId(page, 'phone-number').getAttribute('data-mobile-number');
  const processId = await page.locator('input[name="process_id"]').getAttribute('value');
  if (number === null) throw new Error('This sandbox shows no tester tools: payOn needs the `code`.');
  const query = new URLSearchParams({ mobile_number: number, process_id: processId ?? '', wait: '10s' });
  const { origin } = new URL(page.url());
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await page.request.get(`${origin}/_sandbox/api/otps/latest?${query}`, { headers });
  // The control API's answer: a code, or an error.
  const { code: sent, error } = (await answer.json()) as Latest;
  if (sent !== undefined) return sent;
  const hint = error?.code === 'TOKEN_REQUIRED' ? ' Pass it to payOn: { token: sandbox.token }.' : '';
  throw new Error(`There is no code to pay with: ${error?.message}${hint}`);
}

interface Latest {
  readonly code?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

async function typeCard(page: CheckoutPage, outcome: CardOutcome): Promise<void> {
  await byTestId(page, 'number').fill(await cardNumber(page, outcome));
  await byTestId(page, 'expiry').fill(`12/${await cardYear(page)}`);
  if ((await byTestId(page, 'cvc').count()) === 0) return;
  await byTestId(page, 'cvc').fill('123');
  await byTestId(page, 'holder').fill('Test Customer');
}

/** As the page's test cards: the sandbox's clock may be years ahead. */
async function cardYear(page: CheckoutPage): Promise<string> {
  const end = await page.locator('[data-expires-at]').getAttribute('data-expires-at');
  const year = new Date(end ?? Date.now()).getUTCFullYear() + 4;
  return String(year % 100).padStart(2, '0');
}

async function cardNumber(page: CheckoutPage, outcome: CardOutcome): Promise<string> {
  const card = page.locator(`[data-outcome="${outcome}"]`);
  if ((await card.count()) > 0) return (await card.getAttribute('data-card')) ?? '';
  const known = (await knownCards(page)).find((each) => each.outcome === outcome);
  if (!known) throw new Error(`This page has no test card with the outcome ${JSON.stringify(outcome)}.`);
  return known.number;
}

/** Without tester tools, a page lists no test cards. */
async function knownCards(page: CheckoutPage): Promise<readonly TestCard[]> {
  if ((await byTestId(page, 'tools').count()) > 0) return [];
  const { gateways } = await import('./gateways/index.ts');
  for (const gateway of Object.values(gateways)) {
    if (gateway.flow === 'checkout' && (await page.locator(`body.checkout-${gateway.page}`).count()) > 0)
      return gateway.testCards;
  }
  return [];
}

/** Clicks a button and waits for the next page. */
async function submit(page: CheckoutPage, button: string): Promise<void> {
  if (button.startsWith('tool-')) await openTools(page);
  await Promise.all([page.waitForEvent('domcontentloaded'), byTestId(page, button).click()]);
}
