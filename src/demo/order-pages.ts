import { type Html, html, ltr } from './html.ts';
import { cup, layout, price } from './layout.ts';
import type { Arrival, Order } from './orders.ts';
import { type Lang, type Words, words } from './words.ts';

const refreshSeconds = 2;
/** Stops pages that were left open from reloading forever. */
const refreshForMs = 120_000;

/** An order's state, the available actions, and all messages about it. */
export function orderPage(lang: Lang, order: Order, phoneUrl: string): Html {
  const text = words[lang];
  const kind = kindOf(order);
  const [title, explanation] = text.status[kind];
  const content = html`<div class="columns"><section class="panel">
<div class="standing ${order.status}"><span class="mark" aria-hidden="true"></span><div><p class="quiet">${text.order} ${ltr(order.invoiceNo)}</p>
<h1 data-testid="order-status" data-status="${order.status}">${title}</h1></div></div>
<p>${explanation}</p>
<div class="goods"><div class="picture">${cup}</div><b>${text.item}</b><b>${price(lang, order.amount, order.gateway.currency)}</b></div>
${facts(lang, order)}${nextStep(lang, order, phoneUrl)}</section>
<section class="panel"><h2>${text.arrived}</h2>${arrivals(text, order)}</section></div>`;
  const isFresh = order.arrivals.some(({ at }) => Date.now() - at < refreshForMs);
  const refresh = kind === 'back' && isFresh ? refreshSeconds : undefined;
  return layout({ lang, title, path: `/orders/${order.invoiceNo}`, content, refresh });
}

export function ordersPage(lang: Lang, orders: readonly Order[]): Html {
  const text = words[lang];
  const rows = orders.map(
    (order) => html`<tr><td><a href="/${lang}/orders/${order.invoiceNo}">${ltr(order.invoiceNo)}</a></td>
<td>${price(lang, order.amount, order.gateway.currency)}</td><td><span class="pill ${order.status}">${text.states[order.status]}</span></td>
<td>${order.arrivals.map(({ from }) => text.from[from]).join(lang === 'ar' ? '، ' : ', ') || '–'}</td><td>${ltr(time(order.createdAt))}</td></tr>`,
  );
  const table = html`<div class="scroll"><table><thead><tr>${text.columns.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  const content = html`<section class="panel"><h1>${text.orders}</h1>${orders.length === 0 ? html`<p>${text.none}</p>` : table}</section>`;
  return layout({ lang, title: text.orders, path: '/orders', content });
}

function kindOf({ status, arrivals, processId }: Order): keyof Words['status'] {
  if (status !== 'pending') return status;
  if (processId !== undefined) return 'code';
  return arrivals.some(({ effect }) => effect === 'waiting') ? 'back' : 'pending';
}

function facts(lang: Lang, { invoiceNo, gateway, transactionId, paidAt }: Order): Html {
  const { facts: names, gateways } = words[lang];
  const rows: [string, Html | undefined][] = [
    [names.invoice, ltr(invoiceNo)],
    [names.by, html`${gateways[gateway.name]?.[0]}`],
    [names.reference, transactionId === undefined ? undefined : ltr(transactionId)],
    [names.paidAt, paidAt === undefined ? undefined : ltr(time(paidAt))],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function nextStep(lang: Lang, order: Order, phoneUrl: string): Html {
  const text = words[lang];
  if (order.status === 'paid') return link(`/${lang}`, text.another);
  if (order.status !== 'pending') return link(`/${lang}/checkout`, text.again);
  if (order.redirectUrl !== undefined) return link(order.redirectUrl, text.toPage);
  return html`<form method="post" action="/${lang}/orders/${order.invoiceNo}/code">
${order.problem === undefined ? undefined : html`<p class="problem" role="alert" data-testid="problem">${order.problem}</p>`}
<label>${text.code}<input name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="50" autofocus data-testid="code"></label>
<button class="button" data-testid="pay-code">${text.pay}</button></form>
<p><a href="${phoneUrl}/${order.mobileNumber}" target="_blank" rel="noopener" data-testid="phone">${text.phone}</a></p>
<p><a href="/${lang}/checkout">${text.sendCode}</a></p>`;
}

function link(href: string, label: string): Html {
  return html`<a class="button" href="${href}" data-testid="next">${label}</a>`;
}

function arrivals(text: Words, { arrivals: all, gateway }: Order): Html {
  if (all.length > 0) return html`<ol class="arrivals">${all.map((each) => arrivalItem(text, each))}</ol>`;
  return html`<p class="quiet">${gateway.callback === 'none' ? text.byConfirm : text.nothing}</p>`;
}

function arrivalItem(text: Words, { from, at, raw, effect }: Arrival): Html {
  const isValid = effect !== 'forged';
  return html`<li class="${isValid ? 'valid' : 'invalid'}" data-testid="arrival" data-effect="${effect}"><b>${text.from[from]}</b> <span class="quiet">${ltr(time(at))}</span>
<p><span class="signature">${isValid ? text.valid : text.invalid}.</span> ${text.effects[effect]}</p><code dir="ltr">${raw}</code></li>`;
}

/** `14:54:31.204`, by this machine's clock. */
function time(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}
