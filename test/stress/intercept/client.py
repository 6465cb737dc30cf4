"""One verify by an HTTP library for Python, to an address that is hard-coded. Prints the library's version."""
import asyncio
import os
import sys
import urllib.parse
import urllib.request

URL = "https://api.example.test/api/v1/transaction/walletB/verify"
KEYS = {"Authorization": "Bearer " + os.environ["GATEWAY_ACCESS_TOKEN"], "X-API-KEY": os.environ["GATEWAY_API_KEY"]}
FORM = {"mobile_number": "0945678901", "amount": "10.00"}


def by_urllib():
    request = urllib.request.Request(URL, urllib.parse.urlencode(FORM).encode(), KEYS)
    return sys.version.split()[0], urllib.request.urlopen(request).read().decode()


def by_requests():
    import requests
    return requests.__version__, requests.post(URL, data=FORM, headers=KEYS).text


def by_httpx():
    import httpx
    return httpx.__version__, httpx.post(URL, data=FORM, headers=KEYS).text


def by_urllib3():
    import urllib3
    answer = urllib3.PoolManager().request("POST", URL, fields=FORM, headers=KEYS, encode_multipart=False)
    return urllib3.__version__, answer.data.decode()


def by_urllib3_proxy():
    import urllib3
    proxy = urllib.parse.urlsplit(os.environ["HTTPS_PROXY"])
    credentials = urllib3.make_headers(proxy_basic_auth=f"{proxy.username}:{proxy.password}")
    pool = urllib3.ProxyManager(os.environ["HTTPS_PROXY"], proxy_headers=credentials, ca_certs=os.environ["SSL_CERT_FILE"])
    answer = pool.request("POST", URL, fields=FORM, headers=KEYS, encode_multipart=False)
    return urllib3.__version__, answer.data.decode()


def by_aiohttp(**options):
    import aiohttp

    async def post():
        async with aiohttp.ClientSession(**options) as session, session.post(URL, data=FORM, headers=KEYS) as answer:
            return await answer.text()

    return aiohttp.__version__, asyncio.run(post())


WAYS = {
    "urllib": by_urllib,
    "requests": by_requests,
    "httpx": by_httpx,
    "urllib3": by_urllib3,
    "urllib3-proxy": by_urllib3_proxy,
    "aiohttp": by_aiohttp,
    "aiohttp-env": lambda: by_aiohttp(trust_env=True),
}
version, body = WAYS[sys.argv[1]]()
print(version)
sys.exit(0 if "process_id" in body else 1)
