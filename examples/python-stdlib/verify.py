import hashlib
import hmac
import json
import re
from urllib.parse import parse_qsl, urlencode

OWN = {"gateway", "approved", "canceled", "invoice_no", "amount", "currency", "paymet_method", "payment_method", "transaction_id"}


def verified_fields(raw: str, secret_key: str) -> "dict[str, str] | None":
    """
    The fields of a callback or return if `hashed` proves that the gateway sent them, else None.

    `raw` is the query string or the JSON body exactly as it arrived, before a framework has parsed it.
    Then compare invoice, amount, currency and gateway with your order.
    """
    fields = {}
    for name, value in _pairs_of(raw):
        # Parameters of your own return_url are not signed.
        if name not in OWN and name != "hashed":
            continue
        # A repeated name could mean one thing here and another to the code that reads it.
        if name in fields or type(value) not in (str, int):
            return None
        fields[name] = str(value)
    hashed = fields.pop("hashed", "")
    if not re.fullmatch("[0-9A-F]{64}", hashed):
        return None
    # Paid and canceled at once: the gateway never says that.
    if fields.get("approved") == "1" and "canceled" in fields:
        return None
    try:
        # In the order of arrival, and encoded as PHP's http_build_query does: urlencode leaves one more character unencoded.
        text = urlencode(fields).replace("~", "%7E")
    except UnicodeEncodeError:  # Half a character, which only JSON can contain.
        return None
    expected = hmac.new(secret_key.encode(), text.encode(), hashlib.sha256).hexdigest().upper()
    return fields if hmac.compare_digest(expected, hashed) else None


def _pairs_of(raw: str) -> list:
    if not raw.lstrip().startswith("{"):
        return parse_qsl(raw.removeprefix("?"), keep_blank_values=True)
    try:
        return json.loads(raw, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return []
