"""Checks `hashed` of callbacks and returns (the document, Authentication, 7)."""

from __future__ import annotations

import hashlib
import hmac
import json
from urllib.parse import parse_qsl, urlencode

from refusal import Refusal


def is_genuine(fields: dict[str, str], secret_key: str) -> bool:
    """
    Whether the gateway sent these fields, taken in the order of arrival.

    It says nothing about which order they belong to: compare invoice, gateway and amount as well.
    """
    signed = {name: value for name, value in fields.items() if name != 'hashed'}
    # The form that is signed is PHP's http_build_query, which leaves one character fewer bare.
    message = urlencode(signed).replace('~', '%7E')
    expected = hmac.new(secret_key.encode(), message.encode(), hashlib.sha256).hexdigest().upper()
    # In constant time: `==` would tell by its speed how much of a guess was right.
    return hmac.compare_digest(expected.encode(), fields.get('hashed', '').encode())


def query_fields(query: str) -> dict[str, str]:
    pairs = parse_qsl(query, keep_blank_values=True)
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Refusal(400, 'A parameter came twice.')
    return fields


def json_fields(body: bytes) -> dict[str, str]:
    """Numbers become text: the document calls `approved` "1 or 0", `transaction_id` "string/number"."""
    try:
        fields = json.loads(body)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or any(type(value) not in (str, int) for value in fields.values()):
        raise Refusal(400, 'The body is not a flat JSON object.')
    return {name: str(value) for name, value in fields.items()}
