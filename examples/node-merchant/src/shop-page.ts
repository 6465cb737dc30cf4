import { html } from 'hono/html';
import { catalogue, type Item } from './catalogue.ts';
import { type Gateway, gateways } from './gateways.ts';
import { layout, type Page } from './layout.ts';

/** The products, payment methods and order form, with an optional error above them. */
export function shopPage(problem?: string): Page {
  return layout(
    'Shop',
    html`<h1>Good things from Libya</h1>
<p class="lead">Pick one, choose how to pay, done.</p>
${problem ? html`<div class="notice error" role="alert" data-testid="order-error"><p>${problem}</p></div>` : ''}
<form class="shop" method="post" action="/orders">
<fieldset class="items"><legend>What would you like?</legend>
${catalogue.map(itemChoice)}
</fieldset>
<fieldset class="gateways"><legend>How would you like to pay?</legend>
${gateways.map(gatewayChoice)}
</fieldset>
<fieldset class="details"><legend>Your details</legend>
<p class="field mobile"><label for="mobile">Mobile number</label>
<input id="mobile" name="mobile_number" data-testid="mobile" type="tel" inputmode="tel" autocomplete="tel"
 placeholder="0912345678" aria-describedby="mobile-hint">
<span class="hint" id="mobile-hint">For both wallets and “More ways to pay”.</span></p>
<p class="field birth-year"><label for="birth-year">Year of birth</label>
<input id="birth-year" name="birth_year" data-testid="birth-year" inputmode="numeric" autocomplete="bday-year"
 placeholder="1990" aria-describedby="birth-year-hint">
<span class="hint" id="birth-year-hint">For Wallet A only, four digits.</span></p>
<p class="no-details">Nothing more is needed: the payment page asks for your card.</p>
</fieldset>
<button class="primary" data-testid="buy">Buy now</button>
</form>`,
  );
}

/** Contains both prices. The stylesheet shows the one for the chosen payment method. */
function itemChoice(item: Item, index: number): Page {
  return html`<label class="choice item ${item.id}">
<span class="art" aria-hidden="true"></span>
<span class="row"><input type="radio" name="item" value="${item.id}" data-testid="item-${item.id}" ${checkedFirst(index)}>
<span class="name">${item.name}</span></span>
<span class="hint">${item.description}</span>
<span class="price lyd">${item.price.LYD} LYD</span><span class="price usd">${item.price.USD} USD</span>
</label>`;
}

function gatewayChoice(gateway: Gateway, index: number): Page {
  return html`<label class="choice">
<span class="row"><input type="radio" name="gateway" value="${gateway.token}" data-testid="gateway-${gateway.token}"
 ${checkedFirst(index)}>
<span class="name">${gateway.label}</span></span>
<span class="hint">${gateway.hint}</span>
</label>`;
}

function checkedFirst(index: number): string {
  return index === 0 ? 'checked' : '';
}
