import { beginning } from '../host/beginning.ts';
import { type Answer, call } from '../net/call.ts';
import { certificateMend } from './certificate.ts';
import { type CommandOptions, printedBy } from './command.ts';
import { filledCommand, filledUrl } from './placeholders.ts';
import { AuditError, Refused } from './verdict.ts';

/** The order to create. */
export interface Wanted {
  /** An unused invoice number. Your app may choose its own. */
  readonly invoiceNo: string;
  readonly gateway: string;
  readonly amount: string;
}

/** The order that your app created. */
export interface Order {
  /** Undefined if only the checkout knows it. */
  readonly invoiceNo: string | undefined;
  readonly amount: string;
  /** Where your app sends the customer, if it has called confirm itself. */
  readonly redirectUrl: string | undefined;
  /** What the order's URL answered, in words: it may have created none. */
  readonly answered?: string;
  /** The origin of the order's URL. */
  readonly appOrigin?: string;
}

export type MakeOrder = (wanted: Wanted) => Promise<Order>;

export const usualOrderForm =
  'gateway={gateway}&amount={amount}&invoice_no={invoice}&mobile_number=0912345678&birth_year=1990';

/** Posts a form, like your own order page. Accepts JSON or a redirect to the checkout. */
export function orderByUrl(
  template: string,
  form: string,
  timeoutMs: number,
  allowSelfSigned = false,
): MakeOrder {
  return async (wanted) => {
    const url = filledUrl(template, valuesOf(wanted));
    const answer = await call({
      method: 'POST',
      url,
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: filledUrl(form, valuesOf(wanted)),
      timeoutMs,
      allowSelfSigned,
    });
    const { status, location } = answer;
    const Failed = status === null ? AuditError : Refused;
    const appOrigin = new URL(url).origin;
    if (status === null || status >= 400 || isMoved(status))
      throw new Failed(
        `No order with ${wanted.gateway} could be created at ${url}: ${failureOf(answer, appOrigin)}`,
      );
    const order = orderIn(answer.body, location, wanted, takesOurs(template) || takesOurs(form));
    return {
      ...order,
      appOrigin,
      answered: `${url} answered ${status}${location === null ? '' : `, a redirect to ${location}`}`,
    };
  };
}

/** Runs a command that creates the order and prints its invoice number or JSON. */
export function orderByCommand(template: string, options: CommandOptions): MakeOrder {
  return async (wanted) => {
    const printed = await printedBy(filledCommand(template, valuesOf(wanted)), options);
    return orderIn(printed, null, wanted, takesOurs(template));
  };
}

/** For handlers that keep no orders. */
export async function noOrder({ invoiceNo, amount }: Wanted): Promise<Order> {
  return { invoiceNo, amount, redirectUrl: undefined };
}

function valuesOf({ invoiceNo, gateway, amount }: Wanted) {
  return { invoice: invoiceNo, gateway, amount };
}

function takesOurs(template: string): boolean {
  return template.includes('{invoice}');
}

/** The URL of a hosted checkout page. A merchant may first redirect its customers elsewhere. */
export function checkoutUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url?.pathname === '/checkout' && url.searchParams.has('token') ? url : null;
}

/** Whether the client must send the same request elsewhere. */
function isMoved(status: number): boolean {
  return status === 307 || status === 308;
}

function failureOf({ status, error, body, location }: Answer, appOrigin: string): string {
  if (status === null || !isMoved(status))
    return error === null
      ? `it answered ${status}: ${beginning(body.trim(), 300)}`
      : [`${error}.`, certificateMend(error)].filter((each) => each !== undefined).join(' ');
  const checkout = checkoutUrl(location ?? '');
  if (checkout !== null && checkout.origin !== appOrigin)
    return `it answered ${status}, and a browser repeats the POST at the checkout, which rejects it. Redirect with 303, in Next.js with \`NextResponse.redirect(url, 303)\`.`;
  return `it answered ${status}, a redirect to ${location}. If orders are created there, name that address with --order-url. If customers go on there, redirect with 303: a browser repeats the POST after ${status}.`;
}

function orderIn(text: string, location: string | null, wanted: Wanted, tookOurs: boolean): Order {
  const json = parsed(text);
  const invoiceNo = textOf(json?.invoice_no) ?? textOf(json?.invoice) ?? unnamed(text, wanted, tookOurs);
  const amount = textOf(json?.amount) ?? wanted.amount;
  return { invoiceNo, amount, redirectUrl: textOf(json?.redirect_url) ?? location ?? undefined };
}

/** Without JSON: our number if the template passed it on, otherwise a single printed word. */
function unnamed(text: string, { invoiceNo }: Wanted, tookOurs: boolean): string | undefined {
  if (tookOurs) return invoiceNo;
  const printed = text.trim();
  return /^\S{1,255}$/.test(printed) ? printed : undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
