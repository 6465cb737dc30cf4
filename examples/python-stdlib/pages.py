"""The customer's pages."""

from __future__ import annotations

from html import escape
from pathlib import Path

from orders import GATEWAYS, Order

_STYLE = Path(__file__).with_name('shop.css').read_text(encoding='utf-8')
_STANDINGS = {
    'awaiting': 'We are not paid for this order yet.',
    'paid': 'Paid. Thank you! Your order is on its way.',
    'canceled': 'You canceled on the payment page. Nothing was charged.',
    'declined': 'The payment was not completed. Nothing was charged.',
}


def shop_page() -> str:
    gateways = ''.join(f'<option>{name}</option>' for name in GATEWAYS)
    return _frame('Pay', f"""<form method="post" action="/orders">
<label>Amount <input name="amount" value="25.50" inputmode="decimal" required></label>
<label>Pay by <select name="gateway">{gateways}</select></label>
<label>Mobile number <input name="mobile_number" type="tel" placeholder="0912345678">
<small>For the wallets and the aggregator</small></label>
<label>Year of birth <input name="birth_year" inputmode="numeric" placeholder="1990">
<small>For walletA</small></label>
<button>Buy</button></form>""")


def order_page(order: Order, problem: str = '') -> str:
    notice = f'<p role="alert">{escape(problem)}</p>' if problem else ''
    return _frame('Your order', f"""{notice}
<p class="{order.status}">{_STANDINGS[order.status]}</p>
<p>{escape(order.amount)} by {order.gateway}, invoice <code>{order.invoice_no}</code></p>
{_next_step(order, problem) if order.status == 'awaiting' else ''}
<p><a href="/">Back to the shop</a></p>""")


def problem_page(message: str) -> str:
    return _frame('That did not work', f"""<p role="alert">{escape(message)}</p>
<p>Nothing was changed. If you did pay, the payment service will still tell us.</p>
<p><a href="/">Back to the shop</a></p>""")


def _next_step(order: Order, problem: str) -> str:
    if order.process_id is None:
        # The customer may return before the callback arrives.
        return '' if problem else f'<p><a href="/orders/{order.invoice_no}">Look again</a></p>'
    return f"""<form method="post" action="/orders/{order.invoice_no}/code"><label>Code from the message
<input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus required></label>
<button>Pay</button></form>"""


def _frame(title: str, content: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{_STYLE}</style></head>
<body><main><h1>{title}</h1>{content}</main></body></html>"""
