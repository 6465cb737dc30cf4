"""A tenant of a running sandbox: the calls of your app, and the calls that only tests make."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import NamedTuple

URL = os.environ.get('GATEWAY_SANDBOX_URL', 'http://127.0.0.1:4700')
# Needed only by a sandbox that listens on the network.
TOKEN = os.environ.get('GATEWAY_SANDBOX_TOKEN', 'none')


class Answer(NamedTuple):
    status: int
    body: dict

    @property
    def result(self):
        assert self.status == 200, f'{self.status} {self.body}'
        return self.body['result']

    @property
    def refusal(self):
        """Status and code of an error."""
        return self.status, self.body.get('error', {}).get('code')


class Tenant:
    """A separate account, so that any number of suites can share one sandbox."""

    def __init__(self, name):
        answer = _control('POST', 'accounts', {'name': name})
        assert answer.status == 201, answer.body
        account = answer.body
        self.id = account['id']
        self.api_key = account['api_key']
        self.access_token = account['access_tokens']['test']
        self.secret_key = account['secret_key']
        self._invoices = 0

    def new_invoice(self):
        self._invoices += 1
        return f'INV-{self._invoices}'

    def call(self, path, fields, api_key=None):
        """Calls the gateway like your app."""
        headers = {
            'Authorization': f'Bearer {self.access_token}',
            'X-API-KEY': api_key or self.api_key,
        }
        body = urllib.parse.urlencode(fields).encode()
        return _answer('POST', f'{URL}/api/v1/transaction/{path}', headers, body)

    def sent_code(self, mobile_number):
        """The newest code on the customer's phone. Waits for it."""
        return self.ask('otps/latest', mobile_number=mobile_number, wait='10s')

    def transaction(self, invoice_no):
        return self.ask('transactions', invoice_no=invoice_no)['data'][0]

    def callbacks(self, invoice_no):
        return self.ask('callbacks', invoice_no=invoice_no)['data']

    def wait_until_settled(self):
        """Returns when every callback has been delivered."""
        query = urllib.parse.urlencode({'account': self.id, 'wait': '10s'})
        answer = self.order(f'callbacks/settled?{query}')
        assert answer.status == 200, answer.body

    def ask(self, path, **query):
        """GET of the control API, limited to this tenant."""
        answer = _control('GET', f'{path}?{urllib.parse.urlencode({**query, "account": self.id})}')
        assert answer.status == 200, answer.body
        return answer.body

    def order(self, path, **members):
        """POST of the control API."""
        return _control('POST', path, members)

    def decide(self, redirect_url, decision, **members):
        """`approve`, `decline`, `cancel` or `expire`: what the customer does on the page."""
        return self.order(f'checkouts/{urllib.parse.quote(redirect_url, safe="")}/{decision}', **members)

    def fail_next(self, code, **match):
        """The next call that matches gets this error."""
        answer = self.order('faults', match={**match, 'account': self.id}, effect={'code': code})
        assert answer.status == 201, answer.body


def _control(method, path, members=None):
    body = None if members is None else json.dumps(members).encode()
    headers = {'Authorization': f'Bearer {TOKEN}', 'Content-Type': 'application/json'}
    return _answer(method, f'{URL}/_sandbox/api/{path}', headers, body)


def _answer(method, url, headers, body):
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return Answer(response.status, json.load(response))
    except urllib.error.HTTPError as refused:
        with refused:
            return Answer(refused.code, json.load(refused))
