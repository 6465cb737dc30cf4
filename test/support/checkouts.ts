import { type Answer, rightFields, type TestSandbox } from './sandbox.ts';

export type CheckoutName = 'localbankcards' | 'cardgw' | 'aggregator';

/** Starts a checkout and returns its token. Missing fields get valid values. */
export async function startCheckout(
  sandbox: TestSandbox,
  gateway: CheckoutName,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, json, text } = await sandbox.call(`${gateway}/confirm`, {
    ...rightFields[`${gateway}/confirm`],
    ...fields,
  });
  if (status !== 200) throw new Error(text);
  return new URL(json.result.redirect_url).searchParams.get('token') ?? '';
}

/** Starts an aggregator checkout with its callback to `url`, and pays it. Returns the API's answer. */
export async function paid(
  sandbox: TestSandbox,
  url: string,
  choice: Readonly<Record<string, unknown>> = {},
  invoiceNo = 'INV-1',
): Promise<Answer> {
  const token = await startCheckout(sandbox, 'aggregator', { callback_url: url, invoice_no: invoiceNo });
  return decided(sandbox, token, 'approve', choice);
}

/** Approves or cancels a checkout through the control API. */
export async function decided(
  sandbox: TestSandbox,
  token: string,
  decision: 'approve' | 'cancel',
  choice: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const answer = await sandbox.control(`checkouts/${token}/${decision}`, choice);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

/** Settles when this many attempts have ended in total. */
export async function attempted(sandbox: TestSandbox, count: number): Promise<void> {
  let cursor = '0';
  for (let ended = 0; ended < count; ) {
    const { json } = await sandbox.control(`events?type=callback.attempted&wait=50s&after=${cursor}`);
    if (json.data.length === 0) throw new Error(`${ended} of ${count} attempts have ended`);
    cursor = json.cursor;
    ended += json.data.length;
  }
}

/** Settles when nothing is pending or being sent, even if your app has refused a callback for good. */
export async function settled(sandbox: TestSandbox): Promise<void> {
  for (;;) {
    const { status, text, json } = await sandbox.control('callbacks/settled?wait=50s&retries=true', {});
    if (status === 200) return;
    // Others may still be under way.
    if (json.error.code !== 'CALLBACK_REFUSED') throw new Error(text);
  }
}

/** A callback, as the control API shows it. */
export async function callback(sandbox: TestSandbox, id = '1'): Promise<Answer['json']> {
  return (await sandbox.control(`callbacks/${id}`)).json;
}

export async function advance(sandbox: TestSandbox, by: string): Promise<void> {
  const { status, text } = await sandbox.control('clock/advance', { by });
  if (status !== 200) throw new Error(text);
}
