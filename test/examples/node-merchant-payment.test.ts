import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { orderJson } from '../../examples/node-merchant/src/orders.ts';
import { shopWithOrder } from './merchant-with-order.ts';

const codeSent = { status: 200, result: { process_id: 1_234_567_890_123 }, message: 'sent' };
const checkout = (redirect_url: string) => ({
  status: 200,
  result: { code: 'CHECKOUT_REDIRECT', redirect_url },
});
const refusal = (status: number, code: string, fields?: object) => ({
  error: { status, code, message: 'The reason.', fields },
});

test('a wallet order is verified, tried with a wrong code, and paid with the same invoice', async () => {
  const paid = { status: 200, result: { transaction_id: 100_001, amount: '64.5' }, message: 'done' };
  const gateway = await gatewayAnswering(codeSent, refusal(400, 'INVLIAD_OTP'), paid);
  const { order, submit, page } = shopAt(gateway.url, 'walletA');
  const code = `/orders/${order.id}/code`;
  expect(await submit(`/orders/${order.id}/pay`)).toBe(code);
  expect(await submit(code, 'code=000000')).toBe(code);
  expect(await page(code)).toMatch(/data-testid="order-error".*The reason\..*INVLIAD_OTP/s);
  expect(await submit(code, 'code=+123456+')).toBe(`/orders/${order.id}`);
  expect(orderJson(order)).toMatchObject({ status: 'paid', times_paid: 1, transaction_id: '100001' });
  const confirm = (typed: string) =>
    `process_id=1234567890123&code=${typed}&amount=64.50&invoice_no=${order.invoiceNo}`;
  expect(gateway.requests).toEqual([
    ['/api/v1/transaction/walletA/verify', 'mobile_number=0912345678&birth_year=1990&amount=64.50'],
    ['/api/v1/transaction/walletA/confirm', confirm('000000')],
    ['/api/v1/transaction/walletA/confirm', confirm('123456')],
  ]);
});

test('a refused field is named, fixed and sent again', async () => {
  const gateway = await gatewayAnswering(
    refusal(422, 'INVALID_INPUTS', { mobile_number: ['not a number'] }),
    codeSent,
  );
  const { order, submit, page } = shopAt(gateway.url, 'walletB');
  expect(await submit(`/orders/${order.id}/pay`, 'mobile_number=12')).toBe(`/orders/${order.id}`);
  expect(await page(`/orders/${order.id}`)).toContain('<code>mobile_number</code> not a number');
  await submit(`/orders/${order.id}/pay`, 'mobile_number=0923456789');
  expect(gateway.requests[1]?.[1]).toBe('mobile_number=0923456789&amount=64.50');
});

test('a refused checkout is tried again with the same invoice, an accepted one is never asked for twice', async () => {
  const gateway = await gatewayAnswering(
    refusal(400, 'MAINTENANCE_MODE'),
    checkout('http://pay.test/checkout?token=1'),
  );
  const { order, submit } = shopAt(gateway.url, 'aggregator');
  const pay = `/orders/${order.id}/pay`;
  expect(await submit(pay)).toBe(`/orders/${order.id}`);
  expect(await submit(pay)).toBe('http://pay.test/checkout?token=1');
  expect(await submit(pay)).toBe('http://pay.test/checkout?token=1');
  const urls = 'return_url=http%3A%2F%2Fshop.test%2Freturn&callback_url=http%3A%2F%2Fshop.test%2Fcallback';
  const fields = `mobile_number=0912345678&amount=64.50&invoice_no=${order.invoiceNo}&${urls}&lang=en`;
  const request = ['/api/v1/transaction/aggregator/confirm', fields];
  expect(gateway.requests).toEqual([request, request]);
});

test.each([
  ['a page in place of JSON', '<h1>Bad gateway</h1>'],
  ['a script for an address', checkout('javascript:alert(1)')],
  ['a result without an address', { status: 200, result: {} }],
])('%s leaves the order pending with a message', async (_name, answer) => {
  const gateway = await gatewayAnswering(answer);
  const { order, submit, page } = shopAt(gateway.url, 'cardgw');
  expect(await submit(`/orders/${order.id}/pay`)).toBe(`/orders/${order.id}`);
  expect(await page(`/orders/${order.id}`)).toContain('data-testid="order-error"');
});

test('a gateway that is not there leaves the order pending with a message', async () => {
  const { order, submit, page } = shopAt('http://127.0.0.1:9', 'cardgw');
  await submit(`/orders/${order.id}/pay`);
  expect(await page(`/orders/${order.id}`)).toContain('The gateway did not answer.');
});

test('an order needs an item and a way to pay that exist', async () => {
  const { app } = shopWithOrder('walletA');
  const response = await app.request('/orders', { method: 'POST', body: 'item=gold&gateway=walletA' });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('Please choose an item and a way to pay.');
});

function shopAt(gatewayUrl: string, token: string) {
  const { app, order } = shopWithOrder(token, gatewayUrl);
  return {
    order,
    page: async (path: string) => (await app.request(path)).text(),
    submit: async (path: string, body = '') =>
      (await app.request(path, { method: 'POST', body })).headers.get('Location'),
  };
}

/** A gateway that returns these answers in order and records its requests. */
async function gatewayAnswering(...answers: readonly (object | string)[]) {
  const requests: [path: string | undefined, body: string][] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const answer = answers[requests.length];
    requests.push([request.url, await text(request)]);
    const isRefusal = typeof answer === 'object' && 'error' in answer;
    response.statusCode = isRefusal ? 400 : 200;
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  // A server that listens on TCP always has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}
