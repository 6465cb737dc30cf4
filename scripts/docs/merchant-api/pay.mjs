import { createInterface } from 'node:readline/promises';

const baseUrl = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4700';
const headers = {
  Authorization: `Bearer ${process.env.GATEWAY_ACCESS_TOKEN ?? 'demo_test_token'}`,
  'X-API-KEY': process.env.GATEWAY_API_KEY ?? 'demo_api_key',
};

const unknownCodes = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

class Rejected extends Error {}

/** The result of a call. Rejected means that the gateway refused it. Any other error of a confirm means that the outcome is unknown. */
async function call(path, fields) {
  const response = await fetch(`${baseUrl}/api/v1/transaction/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(30_000),
  });
  const { result, error } = await response.json();
  if (result) return result;
  const message = `${error?.code ?? response.status}: ${error?.message}`;
  const isRejected = response.status < 500 && !unknownCodes.includes(error?.code);
  throw isRejected ? new Rejected(message) : new Error(message);
}

const { process_id } = await call('walletB/verify', { mobile_number: '0945678902', amount: '10.00' });
const input = createInterface({ input: process.stdin, output: process.stdout });
const code = (await input.question('Code: ')).trim();
input.close();
const order = { process_id, code, amount: '10.00', invoice_no: 'NODE-1' };
const paid = await call('walletB/confirm', order);
console.log(`Paid: transaction ${paid.transaction_id}`);

const checkout = await call('localbankcards/confirm', {
  amount: '25.50',
  invoice_no: 'NODE-2',
  return_url: 'http://localhost:3000/return',
});
console.log(`Redirect the customer to ${checkout.redirect_url}`);
