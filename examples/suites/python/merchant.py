"""A shop's own server for callbacks and returns. It believes only what is genuine."""

import hashlib
import hmac
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit


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
        # A daemon: it ends with the suite.
        Thread(target=server.serve_forever, daemon=True).start()

    def arrivals(self, invoice_no):
        return [each for each in self._arrivals if each.fields.get('invoice_no') == invoice_no]

    def has_been_paid(self, invoice_no):
        return any(each.genuine and each.fields.get('approved') == '1' for each in self.arrivals(invoice_no))

    def receive(self, method, fields):
        """Notes a message before it is answered, so that whoever waits for the answer finds it noted."""
        genuine = is_genuine(fields, self.secret_key)
        self._arrivals.append(Arrival(method, fields, genuine))
        return genuine


def _handler_of(merchant):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.answer(dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True)))

        def do_POST(self):
            self.answer(json.loads(self.rfile.read(int(self.headers['Content-Length']))))

        def answer(self, fields):
            self.send_response(200 if merchant.receive(self.command, fields) else 400)
            self.send_header('Content-Length', '0')
            self.end_headers()

        def log_message(self, *_):
            """The runner's report is enough."""

    return Handler


def is_genuine(fields, secret_key):
    """Whether `hashed` proves that the gateway sent these fields, taken in the order in which they came."""
    signed = {name: value for name, value in fields.items() if name != 'hashed'}
    # The form that is signed is PHP's http_build_query, which leaves one character fewer bare.
    message = urlencode(signed).replace('~', '%7E')
    hashed = hmac.new(secret_key.encode(), message.encode(), hashlib.sha256).hexdigest().upper()
    return hmac.compare_digest(hashed.encode(), str(fields.get('hashed', '')).encode())
