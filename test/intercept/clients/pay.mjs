// A client with a hard-coded address. Uses the global fetch for one call and node:https for the next.
import { once } from 'node:events';
import { request } from 'node:https';
import { env } from 'node:process';
import { json } from 'node:stream/consumers';

const api = 'https://api.example.test/api/v1/transaction/';
const keys = { Authorization: `Bearer ${env.GATEWAY_ACCESS_TOKEN}`, 'X-API-KEY': env.GATEWAY_API_KEY };
const ways = [byHttps, byFetch];

async function byFetch(path, body) {
  return (await fetch(api + path, { method: 'POST', headers: keys, body })).json();
}

async function byHttps(path, body) {
  const headers = { ...keys, 'Content-Type': 'application/x-www-form-urlencoded' };
  const asked = request(api + path, { method: 'POST', headers });
  asked.end(String(body));
  const [answer] = await once(asked, 'response');
  return json(answer);
}

async function call(path, fields) {
  ways.reverse();
  const { result, error } = await ways[0](path, new URLSearchParams(fields));
  if (error) throw new Error(error.message);
  return result;
}

async function control(path, method = 'GET') {
  return (await fetch(`${env.GATEWAY_SANDBOX_URL}/_sandbox/api/${path}`, { method })).json();
}

async function wallet(gateway, fields) {
  const { process_id } = await call(`${gateway}/verify`, { ...fields, amount: '10.00' });
  const { code } = await control(`otps/latest?mobile_number=${fields.mobile_number}`);
  const confirm = { process_id, code, amount: '10.00', invoice_no: gateway };
  console.log(gateway, (await call(`${gateway}/confirm`, confirm)).amount);
}

async function checkout(gateway, fields = {}) {
  const right = { amount: '10.00', invoice_no: gateway, return_url: 'http://127.0.0.1:9/return' };
  const { redirect_url } = await call(`${gateway}/confirm`, { ...right, ...fields });
  const page = await fetch(redirect_url);
  const paid = await control(`checkouts/${encodeURIComponent(redirect_url)}/approve`, 'POST');
  console.log(gateway, page.status, paid.status);
}

await wallet('walletA', { mobile_number: '0912345678', birth_year: '1990' });
await wallet('walletB', { mobile_number: '0945678901' });
await checkout('localbankcards');
await checkout('cardgw');
await checkout('aggregator', { mobile_number: '0912345678', callback_url: 'http://127.0.0.1:9/callback' });
