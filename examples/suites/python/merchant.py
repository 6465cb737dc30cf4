"""The shop's server for callbacks and returns. It trusts only genuine messages."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from verify import verified_fields


class Arrival(NamedTuple):
    method: str
    fields: dict
    genuine: bool


class Merchant:
    def __init__(self, secret_key):
        self.secret_key = secret_key
        self._arrivals = []
        server = ThreadingHTTPServer(('127.0.0.1', 0), _handler_of(self))
        self.url = f'http://127.0.0.1:{server.server_port}'
        # A daemon thread, so that it ends with the suite.
        Thread(target=server.serve_forever, daemon=True).start()

    def arrivals(self, invoice_no):
        return [each for each in self._arrivals if each.fields.get('invoice_no') == invoice_no]

    def has_been_paid(self, invoice_no):
        return any(each.genuine and each.fields.get('approved') == '1' for each in self.arrivals(invoice_no))

    def receive(self, method, message):
        """Records a message before answering, so that a test that waits for the answer finds it."""
        fields = json.loads(message) if method == 'POST' else dict(parse_qsl(message, keep_blank_values=True))
        genuine = verified_fields(message, self.secret_key) is not None
        self._arrivals.append(Arrival(method, fields, genuine))
        return genuine


def _handler_of(merchant):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.answer(urlsplit(self.path).query)

        def do_POST(self):
            self.answer(self.rfile.read(int(self.headers['Content-Length'])).decode())

        def answer(self, message):
            self.send_response(200 if merchant.receive(self.command, message) else 400)
            self.send_header('Content-Length', '0')
            self.end_headers()

        def log_message(self, *_):
            """The runner's report is enough."""

    return Handler
