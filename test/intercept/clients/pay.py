"""A client whose address is hard-coded: urllib for one call of a gateway, requests for the next."""
import itertools
import json
import os
import urllib.parse
import urllib.request

import requests

API = "https://api.example.test/api/v1/transaction/"
SANDBOX = os.environ["GATEWAY_SANDBOX_URL"]
KEYS = {
    "Authorization": "Bearer " + os.environ["GATEWAY_ACCESS_TOKEN"],
    "X-API-KEY": os.environ["GATEWAY_API_KEY"],
}


def by_urllib(path, fields):
    request = urllib.request.Request(API + path, urllib.parse.urlencode(fields).encode(), KEYS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["result"]


def by_requests(path, fields):
    answer = requests.post(API + path, data=fields, headers=KEYS)
    answer.raise_for_status()
    return answer.json()["result"]


ways = itertools.cycle([by_urllib, by_requests])


def call(path, fields):
    return next(ways)(path, fields)


def control(path, method="GET"):
    request = urllib.request.Request(SANDBOX + "/_sandbox/api/" + path, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def wallet(gateway, fields):
    amount = {"amount": "10.00"}
    process = call(gateway + "/verify", fields | amount)["process_id"]
    code = control("otps/latest?mobile_number=" + fields["mobile_number"])["code"]
    confirm = {"process_id": process, "code": code, "invoice_no": gateway} | amount
    print(gateway, call(gateway + "/confirm", confirm)["amount"])


def checkout(gateway, fields):
    urls = {"return_url": "http://127.0.0.1:9/return"}
    result = call(gateway + "/confirm", {"amount": "10.00", "invoice_no": gateway} | urls | fields)
    with urllib.request.urlopen(result["redirect_url"]) as page:
        shown = page.status
    paid = control("checkouts/" + urllib.parse.quote(result["redirect_url"], safe="") + "/approve", "POST")
    print(gateway, shown, paid["status"])


wallet("walletA", {"mobile_number": "0912345678", "birth_year": "1990"})
wallet("walletB", {"mobile_number": "0945678901"})
checkout("localbankcards", {})
checkout("cardgw", {})
checkout("aggregator", {"mobile_number": "0912345678", "callback_url": "http://127.0.0.1:9/callback"})
