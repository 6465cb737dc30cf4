import type { Account } from './gateway-client.ts';
import { type Gateway, gateways } from './gateways.ts';
import type { Html } from './html.ts';
import { prices } from './layout.ts';
import { type Message, type Taken, take } from './messages.ts';
import { orderPage, ordersPage } from './order-pages.ts';
import { Orders } from './orders.ts';
import { begin, type Place, payWithCode } from './payment.ts';
import { checkoutPage, type Filled, messagePage, productPage, sample } from './shop-pages.ts';
import { style } from './style.ts';
import { type Lang, words } from './words.ts';

export interface ShopRequest {
  readonly method: string;
  readonly path: string;
  /** The raw query, without the question mark. */
  readonly rawQuery: string;
  readonly body: string;
  /** Whether a browser opens a page. Otherwise it is the gateway. */
  readonly isBrowser: boolean;
  readonly lang: Lang;
}

export interface ShopAnswer {
  readonly status: number;
  readonly type: 'text/html' | 'text/plain' | 'text/css' | 'application/json';
  readonly body: string;
  readonly location?: string;
}

/** The whole shop. */
export class Shop {
  readonly #account: Account & Place;
  readonly #orders = new Orders();

  constructor(account: Account & Place) {
    this.#account = account;
  }

  /** Answers a request. */
  async answer(request: ShopRequest): Promise<ShopAnswer> {
    const { method, path, body } = request;
    if (path === '/callback' && method === 'POST') return this.#calledBack(request);
    if (path === '/return' && method === 'GET') return this.#returned(request);
    if (path === '/shop.css') return { status: 200, type: 'text/css', body: style };
    if (path === '/') return seeOther(`/${request.lang}`);
    const [, lang, rest = ''] = /^\/(ar|en)(?:\/(.*))?$/.exec(path) ?? [];
    if (lang !== 'ar' && lang !== 'en') return missing(request.lang);
    return method === 'POST' ? this.#change(lang, rest, body) : this.#show(lang, rest, request.rawQuery);
  }

  #calledBack(request: ShopRequest): ShopAnswer {
    return this.#take({ from: 'callback', raw: request.body }, request);
  }

  /** Card callbacks arrive here too, with the same query as the browser. */
  #returned(request: ShopRequest): ShopAnswer {
    const { rawQuery: raw, isBrowser } = request;
    return this.#take({ from: isBrowser ? 'browser' : 'callback', raw }, request);
  }

  #take(message: Message, { lang }: ShopRequest): ShopAnswer {
    const { order, effect } = take(this.#orders, message, this.#account.secretKey);
    const status = statusOf(effect);
    if (message.from === 'callback') return text(status, status === 200 ? 'OK' : effect);
    if (order === undefined || status !== 200) return page(status, messagePage(lang, words[lang].refused));
    // Redirects, so that a reload does not count as a second arrival.
    return seeOther(`/${order.lang}/orders/${order.invoiceNo}`);
  }

  #show(lang: Lang, rest: string, rawQuery: string): ShopAnswer {
    if (rest === '') return page(200, productPage(lang));
    if (rest === 'checkout') return page(200, checkoutPage(lang, sampleFor(rawQuery)));
    if (rest === 'orders') return page(200, ordersPage(lang, this.#orders.newestFirst()));
    const [, invoiceNo = '', asJson] = /^orders\/([\w-]+)(\.json)?$/.exec(rest) ?? [];
    const order = this.#orders.get(invoiceNo);
    if (order === undefined) return missing(lang);
    if (asJson === undefined)
      return page(200, orderPage(lang, order, `${this.#account.gatewayUrl}/_sandbox/inbox`));
    const { status, timesPaid } = order;
    return { status: 200, type: 'application/json', body: JSON.stringify({ status, times_paid: timesPaid }) };
  }

  async #change(lang: Lang, rest: string, body: string): Promise<ShopAnswer> {
    const fields = new URLSearchParams(body);
    const field = (name: string) => westernDigits((fields.get(name) ?? '').trim().slice(0, 50));
    if (rest === 'orders') return this.#order(lang, field);
    const [, invoiceNo = ''] = /^orders\/([\w-]+)\/code$/.exec(rest) ?? [];
    const order = this.#orders.get(invoiceNo);
    if (order === undefined) return missing(lang);
    const isAwaited = order.processId !== undefined && order.status === 'pending';
    if (isAwaited) await payWithCode(this.#account, order, withoutSeparators(field('code')));
    return seeOther(`/${lang}/orders/${order.invoiceNo}`);
  }

  /** Programs may know it only by the provider's word. */
  #gatewayCalled(word: string): Gateway | undefined {
    return gateways.find(({ name }) => name === word || this.#account.nameOf(name) === word);
  }

  async #order(lang: Lang, field: (name: string) => string): Promise<ShopAnswer> {
    const gateway = this.#gatewayCalled(field('gateway'));
    const filled = {
      gateway: field('gateway'),
      mobileNumber: field('mobile_number'),
      birthYear: field('birth_year'),
    };
    if (gateway === undefined) return page(422, checkoutPage(lang, filled, words[lang].choose));
    const { mobileNumber } = filled;
    const order = this.#orders.add({ gateway, amount: prices[gateway.currency], mobileNumber, lang });
    const problem = await begin(this.#account, order, filled.birthYear);
    if (problem === undefined) return seeOther(order.redirectUrl ?? `/${lang}/orders/${order.invoiceNo}`);
    this.#orders.remove(order);
    return page(422, checkoutPage(lang, filled, problem));
  }
}

/**
 * The gateway resends a callback until it gets a 200, so a genuine one for an order gets it even if it
 * changes nothing.
 */
function statusOf(effect: Taken['effect']): number {
  if (effect === 'unknown order') return 404;
  return effect === 'forged' || effect === 'mismatch' ? 400 : 200;
}

/** A link to the checkout can preselect the gateway. */
function sampleFor(rawQuery: string): Filled {
  const asked = new URLSearchParams(rawQuery).get('gateway');
  return gateways.some(({ name }) => name === asked)
    ? { ...sample, gateway: asked ?? sample.gateway }
    : sample;
}

function missing(lang: Lang): ShopAnswer {
  return page(404, messagePage(lang, words[lang].notFound));
}

function page(status: number, { text: body }: Html): ShopAnswer {
  return { status, type: 'text/html', body };
}

function text(status: number, body: string): ShopAnswer {
  return { status, type: 'text/plain', body };
}

function seeOther(location: string): ShopAnswer {
  return { status: 303, type: 'text/plain', body: '', location };
}

/** A copied code may come with spaces, dashes, and invisible marks. */
function withoutSeparators(code: string): string {
  return code.replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** Arabic keyboards type Arabic digits. */
function westernDigits(value: string): string {
  return value.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x6_60));
}
