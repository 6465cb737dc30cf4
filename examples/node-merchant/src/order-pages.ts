import { html } from 'hono/html';
import type { GatewayError } from './gateway-client.ts';
import { layout, type Page } from './layout.ts';
import type { Arrival, Order } from './orders.ts';

/** The state of an order, the available actions, and the messages from the gateway. */
export function orderPage(order: Order): Page {
  const [word, explanation] = isWaiting(order) ? waiting : standings[order.status];
  return layout(
    `Order ${order.invoiceNo}`,
    html`<h1>Your order</h1>
<section class="card standing ${order.status}" aria-live="polite">
<p class="status" data-testid="order-status" data-status="${order.status}">${word}</p>
<p>${explanation}</p>
</section>
${errorNotice(order.error)}
${order.status === 'pending' ? nextStep(order) : ''}
${receipt(order)}
${arrivalsTable(order.arrivals)}
<p><a href="/">Back to the shop</a></p>`,
    isWaiting(order) ? html`<script type="module" src="/watch-order.js"></script>` : '',
  );
}

/** The form for a wallet's one-time code. */
export function codePage(order: Order): Page {
  return layout(
    'Enter the code',
    html`<h1>Enter the code</h1>
<p class="lead">${order.gateway.label} has sent a code to <bdi>${order.mobileNumber}</bdi> for ${price(order)}.</p>
${errorNotice(order.error)}
<form class="card" method="post" action="/orders/${order.id}/code">
<p class="field"><label for="code">Code from the message</label>
<input id="code" class="code" name="code" data-testid="code" inputmode="numeric" autocomplete="one-time-code" autofocus></p>
<button class="primary" data-testid="pay-code">Pay ${price(order)}</button>
</form>
<form method="post" action="/orders/${order.id}/pay">
<p>No message? <button class="link" data-testid="new-code">Send a new code</button></p>
</form>`,
  );
}

/** A table of orders, in the given order. */
export function ordersPage(orders: readonly Order[]): Page {
  const rows = orders.map(
    (
      order,
    ) => html`<tr><td><a href="/orders/${order.id}">${order.invoiceNo}</a></td><td>${order.item.name}</td>
<td>${order.gateway.label}</td><td class="number">${price(order)}</td>
<td><span class="badge ${order.status}">${standings[order.status][0]}</span></td></tr>`,
  );
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Orders"><table>
<thead><tr><th>Invoice</th><th>Item</th><th>Payment</th><th class="number">Amount</th><th>Status</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  const none = html`<p class="card">No orders yet. <a href="/">Make the first one</a>.</p>`;
  return layout('Orders', html`<h1>Orders</h1>${orders.length > 0 ? table : none}`);
}

/** A page with a single message. */
export function messagePage(title: string, text: string): Page {
  return layout(
    title,
    html`<h1>${title}</h1><p class="card">${text}</p><p><a href="/">Back to the shop</a></p>`,
  );
}

const standings = {
  pending: ['Pending', 'We are not paid for this order yet.'],
  paid: ['Paid', 'Thank you! Your order is on its way.'],
  canceled: ['Canceled', 'You canceled on the payment page. Nothing was charged.'],
  failed: ['Failed', 'The payment was not completed. Nothing was charged.'],
} as const;

const waiting = [
  'Waiting for confirmation',
  'You are back from the payment page; its confirmation is on the way.',
] as const;

/** The customer has returned, but only the callback can mark the order paid. */
function isWaiting(order: Order): boolean {
  return (
    order.status === 'pending' && order.arrivals.some(({ outcome }) => outcome === 'waiting-for-callback')
  );
}

function nextStep(order: Order): Page {
  if (isWaiting(order)) return html`<p><a class="button" href="/orders/${order.id}">Check again</a></p>`;
  if (order.checkoutUrl)
    return html`<p><a class="button" href="${order.checkoutUrl}">Go on to the payment page</a></p>`;
  const enterCode = html`<p><a class="button" href="/orders/${order.id}/code">Enter the code</a></p>`;
  return html`${order.processId ? enterCode : ''}
<form class="card" method="post" action="/orders/${order.id}/pay">
${order.gateway.asks.map((name) => customerField(name, order))}
<button class="${order.processId ? '' : 'primary'}" data-testid="try-again">Try again</button>
</form>`;
}

function customerField(name: 'mobile_number' | 'birth_year', order: Order): Page {
  const [id, label, value] =
    name === 'birth_year'
      ? ['birth-year', 'Year of birth', order.birthYear]
      : ['mobile', 'Mobile number', order.mobileNumber];
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" data-testid="${id}" inputmode="numeric" value="${value}"></p>`;
}

function errorNotice(error: GatewayError | undefined): Page | '' {
  if (!error) return '';
  const title = error.status === 0 ? 'The result is unknown' : 'The payment did not go through';
  const fields = Object.entries(error.fields).flatMap(([name, reasons]) =>
    reasons.map((why) => [name, why] as const),
  );
  return html`<div class="notice error" role="alert" data-testid="order-error">
<p><strong>${title}</strong></p>
<p>${error.message} ${error.code ? html`<code>${error.code}</code>` : ''}</p>
${fields.length > 0 ? html`<ul>${fields.map(([name, why]) => html`<li><code>${name}</code> ${why}</li>`)}</ul>` : ''}
</div>`;
}

function receipt(order: Order): Page {
  return html`<dl class="card receipt">
<div><dt>Item</dt><dd>${order.item.name}</dd></div>
<div><dt>Amount</dt><dd>${price(order)}</dd></div>
<div><dt>Payment</dt><dd>${order.gateway.label}</dd></div>
<div><dt>Invoice</dt><dd>${order.invoiceNo}</dd></div>
${order.transactionId ? html`<div><dt>Transaction</dt><dd>${order.transactionId}</dd></div>` : ''}
</dl>`;
}

function arrivalsTable(arrivals: readonly Arrival[]): Page | '' {
  if (arrivals.length === 0) return '';
  const rows = arrivals.map(
    ({
      at,
      kind,
      method,
      verified,
      outcome,
    }) => html`<tr><td>${at.slice(11, 23)}</td><td>${kind}</td><td>${method}</td>
<td>${verified ? 'yes' : 'no'}</td><td>${outcome}</td></tr>`,
  );
  return html`<details><summary>What the gateway told us (${arrivals.length})</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Arrivals"><table>
<thead><tr><th>Time (UTC)</th><th>Kind</th><th>Method</th><th>Genuine</th><th>Outcome</th></tr></thead>
<tbody>${rows}</tbody></table></div></details>`;
}

function price(order: Order): string {
  return `${order.amount} ${order.gateway.currency}`;
}
