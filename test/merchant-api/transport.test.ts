import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { envelope, loggedRequest } from '../support/merchant-api.ts';
import { exchanged, opened, parsedAnswer, type RawAnswer } from '../support/raw-socket.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const keys = 'Authorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\r\n';
const form = new URLSearchParams(rightFields['walletA/verify']).toString();

let sandbox: TestSandbox;
let url: string;
beforeEach(async () => {
  sandbox = await freshSandbox();
  url = await sandbox.listen();
});

interface Sent {
  readonly target?: string;
  readonly method?: string;
  readonly host?: string;
  readonly headers?: string;
  readonly body?: string;
}

function request({ target = path, method = 'POST', host, headers = keys, body = form }: Sent): string {
  const hostLine = host ?? `Host: ${new URL(url).host}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${target} HTTP/1.1\r\n${hostLine}${headers}${type}${length}Connection: close\r\n\r\n${body}`;
}

async function send(sent: Sent): Promise<RawAnswer> {
  return parsedAnswer(await exchanged(url, Buffer.from(request(sent), 'latin1')));
}

/** A refusal in the API's format without a code, whose HTTP status equals `error.status`. */
function expectCodeless(answer: RawAnswer, status: number): void {
  expect(JSON.parse(answer.body)).toEqual({ error: { status, message: expect.any(String) } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
}

async function logLength(): Promise<number> {
  return (await sandbox.control('requests')).json.data.length;
}

describe('Keys, as raw headers', () => {
  it('The right ones once each: 200', async () => {
    expect((await send({})).status).toBe(200);
  });

  it.each([
    ['Authorization twice, the same', `Authorization: Bearer demo_test_token\r\n${keys}`],
    ['Authorization twice, the right one last', `Authorization: Bearer x\r\n${keys}`],
    ['Authorization twice, the right one first', `${keys}Authorization: Bearer x\r\n`],
    ['X-API-KEY twice, the same', `${keys}X-API-KEY: demo_api_key\r\n`],
    ['X-API-KEY twice, the right one first', `${keys}X-API-KEY: x\r\n`],
    ['X-API-KEY twice, the right one last', `X-API-KEY: x\r\n${keys}`],
    ['Authorization empty', 'Authorization:\r\nX-API-KEY: demo_api_key\r\n'],
    ['X-API-KEY empty', 'Authorization: Bearer demo_test_token\r\nX-API-KEY:\r\n'],
    ['no headers at all', ''],
    ['a token that is not ASCII', 'Authorization: Bearer d\u00e9mo\u00ff\r\nX-API-KEY: demo_api_key\r\n'],
    ['a key that is not ASCII', 'Authorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\u00e9\r\n'],
    ['a token of 15 KB', `Authorization: Bearer ${'x'.repeat(15_000)}\r\nX-API-KEY: demo_api_key\r\n`],
    ['the keys as a cookie', 'Cookie: Authorization=Bearer demo_test_token; X-API-KEY=demo_api_key\r\n'],
  ])('%s: 401 UNAUTHORIZED', async (_what, headers) => {
    const answer = await send({ headers });
    expect(JSON.parse(answer.body)).toEqual(envelope('UNAUTHORIZED'));
    expect(answer.status).toBe(401);
  });

  it('The names of headers in any case are fine', async () => {
    const headers = 'AUTHORIZATION: Bearer demo_test_token\r\nx-api-key: demo_api_key\r\n';
    expect((await send({ headers })).status).toBe(200);
  });

  it("A NUL in a token is no HTTP: Node's own 400", async () => {
    const headers = 'Authorization: Bearer demo\0_test_token\r\nX-API-KEY: demo_api_key\r\n';
    expect((await send({ headers })).status).toBe(400);
    expect(await logLength()).toBe(0);
  });
});

describe('Paths: 404 in the envelope, without a code', () => {
  it.each(
    [
      [
        '/api',
        '/api/',
        '/api/v1',
        '/api/v1/transaction',
        '/api/v1/transaction/',
        '/api/v1/transaction/walletA',
      ],
      ['/api/v1/transaction/walletC/verify', '/api/v1/transaction//verify', '/api/v1/transaction/walletA/'],
      [
        '/api/v1/transaction/localbankcards/verify',
        '/api/v1/transaction/walletA/refund',
        '/api/openapi.json',
      ],
      ['/api/v2/transaction/walletA/verify', '/api/transaction/walletA/verify', '/api/v1/walletA/verify'],
      [
        '/api/v1/transaction/walleta/verify',
        '/api/v1/transaction/WALLETA/VERIFY',
        '/api/V1/transaction/walletA/verify',
      ],
      [
        '/api/v1/transaction/walletA/verify/',
        '/api/v1/transaction/walletA//verify',
        '/api//v1/transaction/walletA/verify',
      ],
      [
        '/api/v1/transaction/walletA/verify/x',
        '/api/v1/transaction/walletA/verify%00',
        '/api/v1/transaction/wallet%41/verify',
      ],
      ['/api/v1/transaction/x/%2e%2e/walletA/verify', '/api/v1/transaction/%2e/walletA/verify'],
      ['/api/v1/transaction/x/../walletA/verify', '/api/v1/x/../transaction/walletA/verify'],
      ['/api/v1/transaction/walletA%2fverify', '/api/v1/transaction/walletA/verify;x=1'],
      [
        '/api/v1/transaction/__proto__/verify',
        '/api/v1/transaction/constructor/confirm',
        '/api/v1/transaction/%ff/verify',
      ],
      [
        '/api/%2e%2e/_sandbox/health',
        '/api/../_sandbox/health',
        '/api/%2e%2e/checkout',
        '/api/v1/transaction/method_1/verify',
        '/api/v1/transaction/*/verify',
        '/api/v1/transaction/%/verify',
      ],
    ].flat(),
  )('%s', async (target) => {
    expectCodeless(await send({ target }), 404);
    expect((await sandbox.control('requests')).json.data[0].path).toBe(target);
  });
});

describe('Methods: 405 with Allow: POST', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s', async (method) => {
    const answer = await send({ method, body: '' });
    expectCodeless(answer, 405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('HEAD, which has no body', async () => {
    const answer = await send({ method: 'HEAD', body: '' });
    expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([405, 'POST', '']);
  });

  it('An unknown path is 404 whatever the method', async () => {
    expectCodeless(
      await send({ method: 'GET', target: '/api/v1/transaction/walletC/verify', body: '' }),
      404,
    );
  });

  it('OPTIONS: no CORS header ever, and a lint note', async () => {
    const preflight = {
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,x-api-key',
    };
    const answer = await sandbox.call('walletA/verify', {}, { method: 'OPTIONS', headers: preflight });
    expect(answer.status).toBe(405);
    const post = await sandbox.call('walletA/verify', rightFields['walletA/verify'], { headers: preflight });
    expect(post.status).toBe(200);
    for (const { headers } of [answer, post]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const { lint } = await loggedRequest(sandbox, answer);
    expect(lint).toContainEqual(expect.stringContaining('CORS'));
  });
});

describe('A client that goes away in the middle of its body', () => {
  it('Leaves no row and no crash', async () => {
    const socket = await opened(url);
    socket.on('error', () => undefined);
    socket.write(request({ body: form }).slice(0, -10));
    // Answered on another connection, so the first one has been read by then.
    expect((await send({})).status).toBe(200);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resetAndDestroy();
    await closed;
    expect((await send({})).status).toBe(200);
    expect(await logLength()).toBe(2);
    expect((await sandbox.control('otps')).json.data).toHaveLength(2);
  });
});
