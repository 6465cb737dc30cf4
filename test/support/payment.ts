import type { Page } from 'playwright-core';
import type { CheckoutName } from './checkouts.ts';
import { type Answer, type Fields, rightFields, type TestSandbox } from './sandbox.ts';
import { openTools } from './tester-tools.ts';

/** Pays on the open first page like a customer, with a test card or a method, and all further steps. */
export async function payThrough(
  page: Page,
  sandbox: TestSandbox,
  gateway: CheckoutName,
  method: 1 | 2 | 3 | 4 | 5 = 1,
): Promise<void> {
  await choosePayment(page, gateway, method);
  await page.getByTestId('pay').click();
  if (gateway === 'localbankcards' || (gateway === 'aggregator' && method < 3)) {
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
  } else if (gateway === 'aggregator') {
    await chooseCard(page, / 1111 1111 1111/);
    await page.getByTestId('pay').click();
  }
}

/** Fills in a test card from the tester tools. */
export async function chooseCard(page: Page, name: string | RegExp): Promise<void> {
  await openTools(page);
  await page.getByRole('button', { name }).click();
}

/** Fills in the first page with valid data. */
export async function choosePayment(page: Page, gateway: CheckoutName, method = 1): Promise<void> {
  if (gateway === 'aggregator') await page.getByTestId(`method-${method}`).check();
  else if ((await page.getByTestId('tools').count()) > 0) await chooseCard(page, / 1111 1111 1111/);
  else
    for (const [field, value] of Object.entries(payments[gateway])) await page.getByTestId(field).fill(value);
}

/** A page that does not notice other tabs, as on a slow network. */
export function hearNothing(page: Page): Promise<unknown> {
  return page.route('**/checkout/state?**', (route) => route.fulfill({ status: 204 }));
}

/** Enters the newest code for the page's payment. */
export async function typeSentCode(page: Page, sandbox: TestSandbox): Promise<void> {
  await page.getByTestId('code').waitFor();
  // Input before the page's script has run may be lost.
  await page.waitForLoadState('domcontentloaded');
  const processId = await page.locator('input[name="process_id"]').inputValue();
  await page.getByTestId('code').fill(await sentCode(sandbox, processId));
}

/** The newest code of a process. */
async function sentCode(sandbox: TestSandbox, processId: string): Promise<string> {
  const { json } = await sandbox.control(`otps?process_id=${processId}`);
  return json.data[0].code;
}

/** A customer's input on the first page, by gateway. */
const payments = {
  localbankcards: { number: '9111111111111111', expiry: '12/30' },
  cardgw: { number: '4111111111111111', expiry: '12/30', cvc: '123', holder: 'A' },
  aggregator: { method: 'method_2' },
} as const;

/** The checkout `token-1` without a browser. Sends its forms like a page. */
export interface PageForms {
  /** Submits a form of the page: `pay`, `cancel`, `back`, `resend`, `tools`. */
  readonly send: (path: string, fields?: Fields) => Promise<Answer>;
  /** The current page. */
  readonly page: (lang?: 'ar' | 'en') => Promise<Answer>;
  /** The checkout, as the control API shows it. */
  readonly checkout: () => Promise<Answer['json']>;
  /** Pays on the first page with valid data. The callback is dropped on purpose. */
  readonly pay: (fields?: Fields) => Promise<Answer>;
  /** Submits a code (default: the last one that was sent). */
  readonly code: (code?: string, fields?: Fields) => Promise<Answer>;
}

/** Starts a checkout in a new sandbox. */
export async function formsOf(
  sandbox: TestSandbox,
  gateway: CheckoutName,
  fields: Fields = {},
): Promise<PageForms> {
  const { status, text } = await sandbox.call(`${gateway}/confirm`, {
    ...rightFields[`${gateway}/confirm`],
    ...fields,
  });
  if (status !== 200) throw new Error(text);
  const send = (path: string, sent: Fields = {}) =>
    sandbox.fetch(`/checkout/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'token-1', lang: 'en', order: 'return-only', ...sent }),
    });
  return {
    send,
    page: (lang = 'en') => sandbox.fetch(`/checkout?token=token-1&lang=${lang}`),
    checkout: async () => (await sandbox.control('checkouts/token-1')).json,
    pay: (sent) => send('pay', { ...payments[gateway], ...sent }),
    code: async (typed, sent) => {
      const [otp] = (await sandbox.control('otps')).json.data;
      return send('pay', { step: 'code', process_id: otp.process_id, code: typed ?? otp.code, ...sent });
    },
  };
}
