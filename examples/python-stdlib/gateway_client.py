"""Calls the gateway: form fields and two headers there, one of two JSON envelopes back."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from config import Config

# Longer than any answer should take; a customer does not wait longer either.
TIMEOUT_SECONDS = 20


class GatewayError(Exception):
    """A refusal in the document's envelope (Errors), or one of our own when no such answer came."""

    def __init__(
        self,
        message: str,
        is_answer: bool = False,
        code: str | None = None,
        fields: dict[str, list[str]] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        # False when nobody knows whether the request had an effect.
        self.is_answer = is_answer
        # Only some errors carry one.
        self.code = code
        self.fields = fields or {}


class _NoRedirect(HTTPRedirectHandler):
    """Following a redirect would hand our keys to whatever it points to."""

    def redirect_request(self, *_: Any) -> None:
        return None


class GatewayClient:
    def __init__(self, config: Config) -> None:
        self._base = f'{config.gateway_url}/api/v1/transaction'
        # The document, Authentication, 1: every request carries both.
        self._headers = {
            'Authorization': f'Bearer {config.access_token}',
            'X-API-KEY': config.api_key,
            'Accept': 'application/json',
        }
        self._opener = build_opener(_NoRedirect)

    def call(self, path: str, fields: dict[str, str]) -> dict[str, Any]:
        """
        POST /api/v1/transaction/<gateway>/<verify or confirm> (the document, Endpoints).

        Gives the answer's `result`; raises GatewayError for every answer but a 200 with one.
        """
        status, body = self._post(f'{self._base}/{path}', fields)
        answer = _parsed(body)
        result, error = answer.get('result'), answer.get('error')
        if status == 200 and isinstance(result, dict):
            return result
        if not isinstance(error, dict):
            raise GatewayError(f'The gateway gave an answer that we cannot read (HTTP {status}).')
        # Our own mistakes are 4xx; after a 5xx nobody knows what was done (the document, HTTP statuses).
        raise GatewayError(
            str(error.get('message', '')), status < 500, error.get('code'), error.get('fields')
        )

    def _post(self, url: str, fields: dict[str, str]) -> tuple[int, bytes]:
        request = Request(url, urlencode(fields).encode(), self._headers)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, answer.read()
        except HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()
        except (OSError, HTTPException) as error:
            message = 'The payment service did not answer. Please try again in a moment.'
            raise GatewayError(message) from error


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
