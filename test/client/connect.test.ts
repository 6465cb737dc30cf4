import { describe, expect, it } from 'vitest';
import { Connection } from '../../src/client/connection.ts';
import { SandboxClient, SandboxError } from '../../src/client.ts';
import { freePort } from '../support/free-port.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { answering } from '../support/raw-merchant.ts';
import { started } from '../support/started.ts';

describe('SandboxClient', () => {
  it('is what startSandbox gives: the same members, by the same types', async () => {
    const sandbox = await started();
    const client: SandboxClient = sandbox.client;
    expect(client).toBeInstanceOf(SandboxClient);
    expect(client.url).toBe(sandbox.url);
    expect(client.account).toEqual({
      id: 'demo',
      apiKey: 'demo_api_key',
      secretKey: 'demo_secret_key',
      accessTokens: { test: 'demo_test_token', live: 'demo_live_token' },
    });
  });

  it('is the same over HTTP for one that runs elsewhere', async () => {
    const sandbox = await started();
    const client = await SandboxClient.connect(`${sandbox.url}/`);
    expect(client.url).toBe(sandbox.url);
    expect(client.account).toEqual(sandbox.account);
    await client.clock.freeze('2026-01-15T12:00:00Z');
    expect((await sandbox.clock.read()).now).toBe('2026-01-15T12:00:00.000Z');
  });

  it('shows the credentials of another account when it is named', async () => {
    const sandbox = await started();
    await sandbox.accounts.create({ id: 'other', api_key: 'other_key' });
    const client = await SandboxClient.connect(sandbox.url, { account: 'other' });
    expect(client.account).toMatchObject({ id: 'other', apiKey: 'other_key' });
  });

  it('sends the token where the sandbox asks for one', async () => {
    const sandbox = await started({ token: 'a-token-of-ours' });
    await expect(SandboxClient.connect(sandbox.url)).rejects.toMatchObject({
      status: 401,
      code: 'TOKEN_REQUIRED',
    });
    const client = await SandboxClient.connect(sandbox.url, { token: 'a-token-of-ours' });
    expect(client.account.id).toBe('demo');
    expect((await sandbox.settings.read()).profile).toBe('observed');
  });

  it('of a started sandbox needs no network: HTTPS by our own certificate is no matter', async () => {
    const sandbox = await started({ https: true });
    expect(sandbox.url).toMatch(/^https:/);
    expect((await sandbox.accounts.list()).map(({ id }) => id)).toEqual(['demo']);
  });

  it('a stop over HTTP ends a started sandbox, and a second stop changes nothing', async () => {
    const sandbox = await started({ port: await freePort() });
    const client = await SandboxClient.connect(sandbox.url);
    await client.stop();
    await sandbox.stop();
    await nobodyAnswers(sandbox.url);
    await expect(client.accounts.list()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await expect(sandbox.accounts.list()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('SandboxError', () => {
  it('holds the status, the code and the message of the control API', async () => {
    const { transactions } = await started();
    const error = await transactions.get('7').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'There is no transaction "7".' });
  });

  it('says where no sandbox answers, with the cause', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(SandboxClient.connect(url)).rejects.toMatchObject({
      name: 'SandboxError',
      status: 0,
      code: 'UNREACHABLE',
      message: `No sandbox answers at ${url}.`,
      cause: { name: 'ControlExchangeError', kind: 'unreachable' },
    });
  });

  it('is not used for a failure that is not the sandbox’s', async () => {
    const mistake = new TypeError('Something is not a function');
    const send = () => Promise.reject(mistake);
    const called = new Connection('http://127.0.0.1:4700', { send }).call('listAccounts');
    await expect(called).rejects.toBe(mistake);
  });

  it('says when no URL was given, as by a variable that nobody set', async () => {
    const error = {
      status: 0,
      code: 'UNREACHABLE',
      message: 'No URL was given: is GATEWAY_SANDBOX_URL set?',
    };
    for (const url of [undefined, '']) await expect(SandboxClient.connect(url)).rejects.toMatchObject(error);
  });

  it('refuses a password in the URL, and never shows it', async () => {
    await expect(SandboxClient.connect('ftp://me:a-password@h')).rejects.toThrow(
      '"ftp://…@h" is not an http or https URL.',
    );
    await expect(SandboxClient.connect('http://me:a-password@127.0.0.1:9')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'The URL of the sandbox must not contain a user or password. Pass its token as `token`.',
    });
  });

  it('tells another server from a sandbox, whatever JSON it answers', async () => {
    for (const [status, body] of [
      ['200 OK', '{"data":[{"id":"demo"}]}'],
      ['404 Not Found', '{"error":{"code":"NOT_FOUND","message":"There is none."}}'],
    ] as const) {
      const other = await freshRawMerchant(answering(status, {}, body));
      await expect(SandboxClient.connect(other.url)).rejects.toMatchObject({ code: 'NOT_A_SANDBOX' });
    }
  });

  it('says when something else answers', async () => {
    const other = await freshRawMerchant();
    await expect(SandboxClient.connect(other.url)).rejects.toMatchObject({
      code: 'NOT_A_SANDBOX',
      message: 'The server that answered with 200 is not gateway-sandbox.',
    });
  });
});
