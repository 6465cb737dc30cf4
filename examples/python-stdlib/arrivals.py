"""
Applies the gateway's messages to orders (API documentation, Events).

They arrive in any order, repeatedly and simultaneously, and anyone can send one: nothing is trusted before
`hashed` is checked.
"""

from __future__ import annotations

from orders import Order, Orders
from payments import is_same_amount
from refusal import Refusal
from verify import verified_fields


class Arrivals:
    def __init__(self, secret_key: str, orders: Orders) -> None:
        self._secret_key = secret_key
        self._orders = orders

    def callback(self, body: str) -> None:
        """A callback with the whole transaction. A repeat changes nothing and gets the same answer."""
        fields = self._genuine(body)
        self._settle(self._order_of(fields), fields)

    def customer_return(self, query: str) -> Order:
        """A GET of the return URL: by the customer and, for cards, also by the gateway with the same query."""
        fields = self._genuine(query)
        order = self._order_of(fields)
        if order.gateway != 'aggregator':
            self._settle(order, fields)
        elif fields.get('approved') == '0':
            # Without an amount to compare, this may close an order but never pay it. The callback does.
            self._orders.close(order.invoice_no, 'declined')
        return order

    def _genuine(self, message: str) -> dict[str, str]:
        fields = verified_fields(message, self._secret_key)
        if fields is None:
            raise Refusal(400, 'This message is not from the gateway: hashed does not match.')
        return fields

    def _order_of(self, fields: dict[str, str]) -> Order:
        return self._orders.get(fields.get('invoice_no', ''))

    def _settle(self, order: Order, fields: dict[str, str]) -> None:
        problem = _difference(order, fields)
        if problem is not None:
            raise Refusal(400, problem)
        if 'canceled' in fields:
            self._orders.close(order.invoice_no, 'canceled')
        elif fields['approved'] == '0':
            self._orders.close(order.invoice_no, 'declined')
        else:
            self._orders.mark_paid(order.invoice_no, fields['transaction_id'])


def _difference(order: Order, fields: dict[str, str]) -> str | None:
    """Genuine messages about other orders or of other kinds have a valid hash too."""
    currency = 'USD' if order.gateway == 'cardgw' else None
    # `approved` and `canceled` exclude each other (API documentation, Events).
    approved = (None,) if 'canceled' in fields else ('0', '1')
    if fields.get('gateway') != order.gateway:
        return 'gateway is not the order’s.'
    if not is_same_amount(fields.get('amount', ''), order.amount):
        return 'amount is not the order’s.'
    if fields.get('currency') != currency:
        return 'currency is not the order’s.'
    if not fields.get('transaction_id'):
        return 'transaction_id is missing.'
    if fields.get('approved') not in approved:
        return 'approved is neither 1 nor 0.'
    return None
