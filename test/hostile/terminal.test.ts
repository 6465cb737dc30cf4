import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CliSandbox, cliResult, cliSandbox, type Ended } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { exchanged } from '../support/raw-socket.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';
import { secretAccount, secrets } from './misuse.ts';

/**
 * Sets the terminal's title, clears it, starts a one-byte escape sequence, changes the text direction, rings
 * the bell.
 */
const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066\u0000\r\u0008evil';
const commands = /[\p{Cc}\p{Bidi_Control}]/u;
const keys = { token: secrets['access token, test'], apiKey: secrets['API key'] };

/** Each is a process, so only those that show foreign text in both forms, and two that fail. */
const plain = [
  'transactions',
  'transaction 100001',
  'callbacks',
  'requests',
  'events',
  'logs',
  'faults',
  'accounts',
];
const json = ['transaction 100001', 'callbacks', 'requests', 'events', 'logs', 'accounts'];
const errors = ['otp', 'checkouts approve'].map((words) => [...words.split(' '), evil.replaceAll('\0', '')]);

it('What strangers wrote, and secrets, never reach a terminal by any command', async () => {
  const sandbox = await ownSandbox();
  await lettingEvilIn(sandbox);
  let shown = 0;
  for (const command of [
    ...plain.map((words) => words.split(' ')),
    ...json.map((words) => [...words.split(' '), '--json']),
    ...errors,
  ]) {
    const { stdout, stderr } = await ran(sandbox, command);
    expect(commandsIn(stdout + stderr), command.join(' ')).toEqual([]);
    expect(secretsIn(stdout + stderr), command.join(' ')).toEqual([]);
    if (stdout.includes('evil')) shown += 1;
  }
  // It must be visible, as text.
  expect(shown).toBeGreaterThanOrEqual(5);
});

it('What is told after a command that failed commands nothing either', async () => {
  const app = `fetch(process.env.GATEWAY_URL + '/api/v1/x\\x85', {
    method: 'POST',
    headers: { 'User-Agent': 'a\\x9b31m', 'X-API-KEY': process.env.GATEWAY_API_KEY },
    body: 'a\\x1b[2J' + process.env.GATEWAY_SECRET_KEY,
  }).then(() => process.exit(3))`;
  const cwd = fixturesFolder();
  const { code, stdout, stderr } = await cliResult(['exec', '--', process.execPath, '-e', app], {
    cwd,
    env: { GATEWAY_SANDBOX_FIXTURES: join(cwd, 'accounts.json') },
  });
  expect(code, stderr).toBe(3);
  expect(stderr).toContain('Requests that were refused');
  expect([commandsIn(stdout + stderr), secretsIn(stdout + stderr)]).toEqual([[], []]);
});

it('A sandbox prints its token and its keys once, when it starts, and nothing of what happens then', async () => {
  const sandbox = await ownSandbox();
  const ready = sandbox.stdout();
  for (const secret of Object.values(keys)) expect(ready.split(secret)).toHaveLength(2);
  expect(ready.split(secrets['token of the sandbox'])).toHaveLength(2);
  await lettingEvilIn(sandbox);
  for (const headers of [{}, bearer('wrong'), bearer(secrets['token of the sandbox'])])
    await fetch(`${sandbox.url}/_sandbox/?token=${secrets['token of the sandbox']}`, { headers });
  expect([sandbox.stdout(), sandbox.stderr()]).toEqual([ready, '']);
});

/** A sandbox that others can reach, with an account and a token with known secrets. */
async function ownSandbox(): Promise<CliSandbox> {
  const cwd = fixturesFolder();
  const fixtures = join(cwd, 'accounts.json');
  const env = { GATEWAY_SANDBOX_TOKEN: secrets['token of the sandbox'] };
  return cliSandbox(['--host', '0.0.0.0', '--fixtures', fixtures], { cwd, env });
}

/** A folder with `accounts.json`. */
function fixturesFolder(): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ accounts: [secretAccount] }));
  return folder;
}

/** Puts the text everywhere something is stored. */
async function lettingEvilIn(sandbox: CliSandbox): Promise<void> {
  const headers = { Location: 'http://x/\u009b31m\u0085', 'X-Evil': '\u009b31m\u0085' };
  const merchant = await freshRawMerchant(answering('302 Found', headers, evil));
  const control = (path: string, body: object) =>
    fetch(`${sandbox.control_url}/${path}`, {
      method: 'POST',
      headers: bearer(secrets['token of the sandbox']),
      body: JSON.stringify(body),
    });
  const call = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await fetch(`${sandbox.url}/api/v1/transaction/${path}`, merchantCall(fields, keys))).text();
  const urls = { return_url: `${merchant.url}/r?x=%1b[31m`, callback_url: `${merchant.url}/c?x=%9b31m` };
  const confirm = { ...rightFields['aggregator/confirm'], ...urls };
  await call('aggregator/confirm', { ...confirm, invoice_no: evil });
  const [, token] = /token=(\w+)/.exec(await call('aggregator/confirm', confirm)) ?? [];
  await control('accounts', { name: evil });
  await control('faults', { match: { invoice_no: evil }, times: 3, effect: { code: 'BACKEND_ERROR' } });
  expect((await control(`checkouts/${token}/decline`, { reason: evil })).status).toBe(200);
  expect((await control(`checkouts/${token}/approve`, {})).status).toBe(200);
  await merchant.arrived(1);
  const head = `POST /api/v1/\u009b2J?\u0085 HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \u009b31m\r\nContent-Length: 4\r\nConnection: close\r\n\r\n\u001b[2J`;
  await exchanged(sandbox.url, Buffer.from(head, 'latin1'));
}

function ran(sandbox: CliSandbox, command: readonly string[]): Promise<Ended> {
  const env = { GATEWAY_SANDBOX_URL: sandbox.url, GATEWAY_SANDBOX_TOKEN: secrets['token of the sandbox'] };
  return cliResult(command, { env });
}

function bearer(token: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** The lines that contain terminal commands. */
function commandsIn(text: string): string[] {
  return text.split('\n').filter((line) => commands.test(line));
}

function secretsIn(text: string): string[] {
  return Object.values(secrets).filter((secret) => text.includes(secret));
}
