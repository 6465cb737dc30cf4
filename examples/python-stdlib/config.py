"""The gateway's address, the shop's credentials, and the shop's own address."""

from __future__ import annotations

import os
from typing import NamedTuple


class Config(NamedTuple):
    gateway_url: str
    """The gateway's base URL, without `/api/v1`."""
    api_key: str
    access_token: str
    secret_key: str
    """The HMAC key for `hashed`. It never leaves the server."""
    shop_url: str
    """`return_url` and `callback_url` start with it. Not from the Host header, which anyone can set."""
    database_file: str


def config_from_environment(listening_url: str) -> Config:
    return Config(
        gateway_url=_required('GATEWAY_URL').rstrip('/'),
        api_key=_required('GATEWAY_API_KEY'),
        access_token=_required('GATEWAY_ACCESS_TOKEN'),
        secret_key=_required('GATEWAY_SECRET_KEY'),
        shop_url=os.environ.get('MERCHANT_URL', listening_url).rstrip('/'),
        database_file=os.environ.get('DATABASE_FILE', 'orders.sqlite'),
    )


def _required(name: str) -> str:
    """No default: a shop with a well-known key would trust anyone."""
    value = os.environ.get(name)
    if not value:
        raise SystemExit(f'Set {name} in the environment: see the README.')
    return value
