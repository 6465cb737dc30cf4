import json
import os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

BASE_URL = os.environ.get("GATEWAY_URL", "http://127.0.0.1:4700")
HEADERS = {
    "Authorization": "Bearer " + os.environ.get("GATEWAY_ACCESS_TOKEN", "demo_test_token"),
    "X-API-KEY": os.environ.get("GATEWAY_API_KEY", "demo_api_key"),
}
UNKNOWN_CODES = {"BACKEND_ERROR", "BACKEND_SERVER_ERROR", "ADD_PAYMENT_ERROR"}


class Rejected(Exception):
    pass


def call(path, **fields):
    """The result of a call. Rejected means that the gateway refused it. Any other error of a confirm means that the outcome is unknown."""
    url = f"{BASE_URL}/api/v1/transaction/{path}"
    try:
        with urlopen(Request(url, data=urlencode(fields).encode(), headers=HEADERS), timeout=30) as response:
            return json.load(response)["result"]
    except HTTPError as failure:
        if failure.code >= 500:
            raise
        error = json.load(failure)["error"]
        code = error.get("code", str(failure.code))
        rejected = code not in UNKNOWN_CODES
        raise (Rejected if rejected else RuntimeError)(f"{code}: {error['message']}") from None


process_id = call("walletB/verify", mobile_number="0945678904", amount="10.00")["process_id"]
code = input("Code: ").strip()
paid = call("walletB/confirm", process_id=process_id, code=code, amount="10.00", invoice_no="PYTHON-1")
print(f"Paid: transaction {paid['transaction_id']}")

checkout = call(
    "localbankcards/confirm",
    amount="25.50",
    invoice_no="PYTHON-2",
    return_url="http://localhost:3000/return",
)
print(f"Redirect the customer to {checkout['redirect_url']}")
