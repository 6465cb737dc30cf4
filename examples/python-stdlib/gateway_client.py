"""Calls the gateway with form fields and two headers. Answers have one of two JSON formats."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from config import Config

# Longer than any answer should take, and about as long as a customer waits.
TIMEOUT_SECONDS = 20

# A payment whose result is unknown may have succeeded, so paying again could charge the customer twice.
_UNKNOWN = 'The result is unknown: check with us before you pay again.'
_UNKNOWN_CODES = ('BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR')


class GatewayError(Exception):
    """A refusal in the API's format (Errors), or our own error if there was no such answer."""

    def __init__(
        self,
        message: str,
        is_answer: bool = False,
        code: str | None = None,
        fields: dict[str, list[str]] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        # False if it is unknown whether the request had an effect.
        self.is_answer = is_answer
        # Not all errors have one.
        self.code = code
        self.fields = fields or {}


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would send our keys to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class GatewayClient:
    def __init__(self, config: Config) -> None:
        self._base = f'{config.gateway_url}/api/v1/transaction'
        # API documentation, Authentication 1: every request carries both.
        self._headers = {
            'Authorization': f'Bearer {config.access_token}',
            'X-API-KEY': config.api_key,
            'Accept': 'application/json',
        }
        self._opener = build_opener(_NoRedirect)

    def call(self, path: str, fields: dict[str, str]) -> dict[str, Any]:
        """
        POST /api/v1/transaction/<gateway>/<verify or confirm> (API documentation, Endpoints).

        Returns the answer's `result`. Raises GatewayError for every answer except a 200 with one.
        """
        status, body = self._post(f'{self._base}/{path}', fields)
        answer = _parsed(body)
        result, error = answer.get('result'), answer.get('error')
        if status == 200 and isinstance(result, dict):
            return result
        if not isinstance(error, dict):
            raise GatewayError(f'The gateway gave an answer that we cannot read (HTTP {status}). {_UNKNOWN}')
        message, code = str(error.get('message', '')), error.get('code')
        # 4xx: our request was wrong. After a 5xx, the effect is unknown (API documentation, HTTP statuses),
        # and so it is after some codes of a confirm.
        is_unknown = status >= 500 or (path.endswith('/confirm') and code in _UNKNOWN_CODES)
        if is_unknown:
            message = f'{message} {_UNKNOWN}'
        raise GatewayError(message, not is_unknown, code, error.get('fields'))

    def _post(self, url: str, fields: dict[str, str]) -> tuple[int, bytes]:
        request = Request(url, urlencode(fields).encode(), self._headers)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, answer.read()
        except HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()
        except (OSError, HTTPException) as error:
            message = f'The payment service did not answer. {_UNKNOWN}'
            raise GatewayError(message) from error


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
