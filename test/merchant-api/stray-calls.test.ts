import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshSandbox } from '../support/fresh.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const hint = 'The endpoints are /api/v1/transaction/<gateway>/<verify|confirm>.';
const strayPaths = [
  '/transaction/walletA/verify',
  '/v1/transaction/walletA/verify',
  '//api/v1/transaction/walletA/verify',
  '/',
  '/checkouts',
];

const keyedCall = () => merchantCall(rightFields['walletA/verify']);

async function sent(
  { app }: TestSandbox,
  path: string,
  call: RequestInit = keyedCall(),
  host = 'localhost:4700',
) {
  const response = await app.request(`http://${host}${path}`, call);
  const { status, headers } = response;
  return { status, text: await response.text(), type: headers.get('content-type'), headers };
}

const notThere = { error: { status: 404, message: 'The requested resource does not exist.' } };
const page = { status: 404, type: 'text/html; charset=utf-8' };

describe('A call with keys whose base URL is wrong', () => {
  it.each(strayPaths)('%s: the API answers and logs it', async (path) => {
    const sandbox = await freshSandbox();
    const answer = await sent(sandbox, path);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, notThere]);
    expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
    const { data } = (await sandbox.control('requests')).json;
    expect(data).toMatchObject([{ method: 'POST', path, status: 404 }]);
  });

  it.each([{ 'X-API-KEY': 'wrong' }, { authorization: 'bearer wrong' }])(
    'with wrong keys (%o), it is kept apart from the log',
    async (headers) => {
      const sandbox = await freshSandbox();
      const call = { method: 'POST', headers };
      expect((await sent(sandbox, '/v1/transaction/walletA/verify', call)).type).toBe('application/json');
      const { data } = (await sandbox.control('requests')).json;
      expect(data).toMatchObject([
        { status: 404, account: null, note: expect.stringContaining('valid keys') },
      ]);
    },
  );

  it('a browser gets a page, and is not logged', async () => {
    const sandbox = await freshSandbox();
    for (const headers of [{}, { authorization: 'Basic dTpw' }]) {
      expect(await sent(sandbox, '/v1/transaction/walletA/verify', { headers })).toMatchObject(page);
    }
    expect((await sandbox.control('requests')).json.data).toEqual([]);
  });

  it.each(['sandbox:4700', 'host.docker.internal'])(
    'at %s, a name that only the API accepts',
    async (host) => {
      const sandbox = await freshSandbox();
      const answer = await sent(sandbox, '/v1/transaction/walletA/verify', keyedCall(), host);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([404, notThere]);
      expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
      const { data } = (await sandbox.control('requests')).json;
      expect(data).toMatchObject([{ path: '/v1/transaction/walletA/verify' }]);
    },
  );

  it('at a name that is refused, the log says how to allow it', async () => {
    const sandbox = await freshSandbox();
    const answer = await sent(sandbox, '/v1/transaction/walletA/verify', keyedCall(), 'sandbox.example');
    expect([answer.status, JSON.parse(answer.text).error]).toMatchObject([
      403,
      { status: 403, code: 'HOST_NOT_ALLOWED' },
    ]);
    const { data } = (await sandbox.control('requests')).json;
    expect(data).toMatchObject([{ status: 403, note: expect.stringContaining('--allow-host') }]);
  });

  it("the tester's pages are never an API call", async () => {
    const sandbox = await freshSandbox();
    const headers = { authorization: 'Bearer token' };
    expect(await sent(sandbox, '/_sandbox/nothing', { headers })).toMatchObject(page);
    expect((await sent(sandbox, '/checkout/nothing', { headers })).type).toBe(page.type);
    expect((await sandbox.control('requests')).json.data).toEqual([]);
  });

  it('`doctor --client` names it: exit code 1', async () => {
    const { sandbox, run } = await commandsOf();
    await fetch(`${sandbox.url}/transaction/walletA/verify`, keyedCall());
    const { code, stdout } = await run('doctor', '--client');
    expect([code, stdout]).toEqual([
      1,
      `Based on 1 request and 0 callbacks in the sandbox at ${sandbox.url}, this client fails:\n\n` +
        `  POST /transaction/walletA/verify: There is no such endpoint. ${hint} [request 1]\n\n` +
        'If you have changed the client since, delete what it did before with `gateway-sandbox reset`, let it call again, and ask again.\n',
    ]);
  });
});
