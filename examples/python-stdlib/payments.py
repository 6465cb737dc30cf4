"""Starts payments, and pays wallet orders with the customer's code."""

from __future__ import annotations

import re
from decimal import Decimal

from config import Config
from gateway_client import GatewayClient, GatewayError
from orders import Order, Orders


class Payments:
    def __init__(self, config: Config, gateway: GatewayClient, orders: Orders) -> None:
        self._shop_url = config.shop_url
        self._gateway = gateway
        self._orders = orders

    def start(self, order: Order, mobile_number: str, birth_year: str) -> dict[str, str]:
        """Returns the next step: the `process_id` for a code, or the `redirect_url` of the hosted page."""
        if order.gateway == 'walletA':
            return self._send_code(order, mobile_number=mobile_number, birth_year=birth_year)
        if order.gateway == 'walletB':
            return self._send_code(order, mobile_number=mobile_number)
        if order.gateway == 'aggregator':
            callback_url = f'{self._shop_url}/callback'
            return self._open_checkout(order, mobile_number=mobile_number, callback_url=callback_url)
        return self._open_checkout(order)

    def pay_with_code(self, order: Order, code: str) -> None:
        """Pays a wallet order. After a refusal, it awaits payment and keeps its unused invoice number."""
        if order.process_id is None or order.status != 'awaiting':
            return
        result = self._gateway.call(
            f'{order.gateway}/confirm',
            {
                'process_id': order.process_id,
                'code': code,
                'amount': order.amount,
                'invoice_no': order.invoice_no,
            },
        )
        # Wallets send no callback: this answer is the proof (API documentation, Events).
        transaction_id = str(result.get('transaction_id') or '')
        if not transaction_id or not is_same_amount(str(result.get('amount')), order.amount):
            raise GatewayError('The gateway confirmed something other than this order.')
        self._orders.mark_paid(order.invoice_no, transaction_id)

    def _send_code(self, order: Order, **customer: str) -> dict[str, str]:
        result = self._gateway.call(f'{order.gateway}/verify', {**customer, 'amount': order.amount})
        process_id = str(result.get('process_id') or '')
        if not process_id:
            raise GatewayError('The gateway sent no process_id.')
        self._orders.keep_process(order.invoice_no, process_id)
        return {'process_id': process_id}

    def _open_checkout(self, order: Order, **more: str) -> dict[str, str]:
        result = self._gateway.call(
            f'{order.gateway}/confirm',
            {
                'amount': order.amount,
                'invoice_no': order.invoice_no,
                'return_url': f'{self._shop_url}/return',
                'lang': 'en',
                **more,
            },
        )
        address = str(result.get('redirect_url'))
        if result.get('code') != 'CHECKOUT_REDIRECT' or not re.match('https?://', address, re.I):
            raise GatewayError('The gateway sent no address of a payment page.')
        return {'redirect_url': address}


def is_same_amount(one: str, other: str) -> bool:
    """Whether two amounts of the forms XXX, XX.X and XX.XX are equal as numbers: `5` and `5.00` are."""
    are_amounts = all(re.fullmatch(r'[0-9]{1,12}(\.[0-9]{1,2})?', text) for text in (one, other))
    return are_amounts and Decimal(one) == Decimal(other)
