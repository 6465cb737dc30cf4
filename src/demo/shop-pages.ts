import { type Gateway, gateways } from './gateways.ts';
import { type Html, html } from './html.ts';
import { cup, layout, price, prices } from './layout.ts';
import { type Lang, words } from './words.ts';

/** The customer's input, or sample values that the gateways accept. */
export interface Filled {
  readonly gateway: string;
  readonly mobileNumber: string;
  readonly birthYear: string;
}

export const sample: Filled = {
  gateway: gateways[0]?.name ?? '',
  mobileNumber: '0912345678',
  birthYear: '1990',
};

export function productPage(lang: Lang): Html {
  const text = words[lang];
  const content = html`<section class="panel product"><div class="picture">${cup}</div>
<div><h1>${text.item}</h1><p class="quiet">${text.itemText}</p>
<p class="price">${price(lang, prices.LYD, 'LYD')}</p>
<a class="button" href="/${lang}/checkout" data-testid="buy">${text.buy}</a></div></section>`;
  return layout({ lang, title: text.item, path: '/', content });
}

export function checkoutPage(lang: Lang, filled: Filled, problem?: string): Html {
  const text = words[lang];
  const content = html`<form class="panel narrow" method="post" action="/${lang}/orders">
<div class="goods"><div class="picture">${cup}</div><h1>${text.item}</h1><b>${price(lang, prices.LYD, 'LYD')}</b></div>
${problem === undefined ? undefined : html`<p class="problem" role="alert" data-testid="problem">${problem}</p>`}
<fieldset><legend>${text.how}</legend>${gateways.map((each) => choice(lang, each, filled))}</fieldset>
<fieldset class="details"><legend>${text.details}</legend>
<label class="mobile">${text.mobile}<input name="mobile_number" dir="ltr" inputmode="tel" autocomplete="tel" maxlength="20" value="${filled.mobileNumber}" data-testid="mobile"></label>
<label class="birth-year">${text.birthYear}<input name="birth_year" dir="ltr" inputmode="numeric" maxlength="4" value="${filled.birthYear}" data-testid="birth-year"></label></fieldset>
<button class="button" data-testid="pay">${text.pay}</button></form>`;
  return layout({ lang, title: text.how, path: '/checkout', content });
}

/** A page with a single message. */
export function messagePage(lang: Lang, [title, message]: readonly [string, string]): Html {
  const content = html`<section class="panel narrow"><h1>${title}</h1><p>${message}</p>
<a class="button" href="/${lang}">${words[lang].nav.shop}</a></section>`;
  return layout({ lang, title, path: '/', content });
}

function choice(lang: Lang, { name, currency, asks }: Gateway, filled: Filled): Html {
  const [label, hint] = words[lang].gateways[name] ?? [name, ''];
  const checked = name === filled.gateway ? html` checked` : undefined;
  return html`<label class="choice"><input type="radio" name="gateway" value="${name}" class="${asks.join(' ')}" data-testid="gateway-${name}"${checked}>
<span><b>${label}</b><small>${hint}</small></span><span class="amount">${price(lang, prices[currency], currency)}</span></label>`;
}
