"""The shop's web server: `python3 shop.py`. The payment logic is in payments.py and arrivals.py."""

from __future__ import annotations

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from arrivals import Arrivals
from config import config_from_environment
from gateway_client import GatewayClient, GatewayError
from orders import Order, Orders
from pages import order_page, problem_page, shop_page
from payments import Payments
from refusal import Refusal

MOST_BODY_BYTES = 65_536


class Handler(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        try:
            self._route(urlsplit(self.path).path)
        except Refusal as refusal:
            self._answer_problem(refusal.status, refusal.message)
        except Exception as error:
            # Only the message: the rest may contain a key.
            print(f'{type(error).__name__}: {error}', file=sys.stderr)
            self._answer_problem(500, 'That was our fault. Please try again.')

    def _route(self, path: str) -> None:
        orders = self.server.orders
        invoice_no = path.split('/')[2] if path.startswith('/orders/') else ''
        request = f'{self.command} {path}'
        if request == 'GET /':
            self._answer(200, shop_page())
        elif request == 'POST /orders':
            self._start_order(self._form())
        elif request == f'GET /orders/{invoice_no}':
            self._show_order(orders.get(invoice_no))
        elif request == f'POST /orders/{invoice_no}/code':
            self._pay_with_code(orders.get(invoice_no), self._form())
        elif request == 'POST /callback':
            self.server.arrivals.callback(self._body().decode(errors='replace'))
            self._answer(200, 'ok')
        # Card gateways send their callback as a GET with the customer's query (API documentation, Events).
        elif request in ('GET /return', 'GET /callback'):
            order = self.server.arrivals.customer_return(urlsplit(self.path).query)
            # Redirects, so that a reload of the order page does not count as a second arrival.
            self._redirect(f'/orders/{order.invoice_no}')
        else:
            raise Refusal(404, 'There is nothing at this address.')

    def _start_order(self, form: dict[str, str]) -> None:
        # A real shop takes the amount from its own basket, never from the customer's form.
        order = self.server.orders.create(form.get('gateway', ''), form.get('amount', ''))
        mobile_number, birth_year = form.get('mobile_number', ''), form.get('birth_year', '')
        try:
            step = self.server.payments.start(order, mobile_number, birth_year)
        except GatewayError as error:
            self._refuse(order, error)
            return
        if self._wants_page():
            self._redirect(step.get('redirect_url', f'/orders/{order.invoice_no}'))
            return
        self._answer(201, {'invoice_no': order.invoice_no, 'status': order.status, **step})

    def _pay_with_code(self, order: Order, form: dict[str, str]) -> None:
        try:
            self.server.payments.pay_with_code(order, form.get('code', ''))
        except GatewayError as error:
            order = self.server.orders.get(order.invoice_no)
            # After a double click, one request pays and the other is refused. Nobody needs to see that.
            if order.status != 'paid':
                self._refuse(order, error)
                return
        if self._wants_page():
            self._redirect(f'/orders/{order.invoice_no}')
            return
        self._show_order(self.server.orders.get(order.invoice_no))

    def _show_order(self, order: Order) -> None:
        names = ('invoice_no', 'status', 'paid_times', 'gateway', 'amount')
        shown = {name: getattr(order, name) for name in names}
        self._answer(200, order_page(order) if self._wants_page() else shown)

    def _refuse(self, order: Order, error: GatewayError) -> None:
        """Shows the customer the gateway's message and leaves the order unchanged."""
        said = {'code': error.code, 'message': error.message, 'fields': error.fields}
        shown = {'invoice_no': order.invoice_no, 'status': order.status, 'error': said}
        reasons = [f'{name} {", ".join(why)}.' for name, why in error.fields.items()]
        page = order_page(order, ' '.join([error.message, *reasons]))
        self._answer(422 if error.is_answer else 502, page if self._wants_page() else shown)

    def _answer_problem(self, status: int, message: str) -> None:
        self._answer(status, problem_page(message) if self._wants_page() else {'error': {'message': message}})

    def _answer(self, status: int, content: str | dict[str, Any]) -> None:
        kind = 'text/html' if isinstance(content, str) else 'application/json'
        body = (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()
        self._send(status, body, {'Content-Type': f'{kind}; charset=utf-8'})

    def _redirect(self, address: str) -> None:
        self._send(303, b'', {'Location': address})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        safety = {'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY'}
        for name, value in {**headers, **safety, 'Content-Length': str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _wants_page(self) -> bool:
        return 'text/html' in self.headers.get('Accept', '')

    def _form(self) -> dict[str, str]:
        pairs = parse_qsl(self._body().decode(errors='replace'))
        return {name: value.strip() for name, value in pairs}

    def _body(self) -> bytes:
        length = self.headers.get('Content-Length', '')
        if not length.isdecimal() or int(length) > MOST_BODY_BYTES:
            raise Refusal(413, 'The body is too long.')
        return self.rfile.read(int(length))


class Shop(ThreadingHTTPServer):
    # The default of five is too small for twenty simultaneous callbacks.
    request_queue_size = 64

    def __init__(self, port: int) -> None:
        super().__init__(('127.0.0.1', port), Handler)
        self.url = f'http://127.0.0.1:{self.server_port}'
        config = config_from_environment(self.url)
        self.orders = Orders(config.database_file)
        self.payments = Payments(config, GatewayClient(config), self.orders)
        self.arrivals = Arrivals(config.secret_key, self.orders)


if __name__ == '__main__':
    shop = Shop(int(os.environ.get('PORT', '3000')))
    print(f'shop ready {shop.url}', flush=True)
    try:
        shop.serve_forever()
    except KeyboardInterrupt:
        pass
