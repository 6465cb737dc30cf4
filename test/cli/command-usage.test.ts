import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { freshMerchant } from '../support/fresh.ts';

const hint = '(--help lists what there is)\n';

describe('Exit codes: 0 done, 1 failed, 2 wrong usage', () => {
  it.each([
    [['gatways'], `error: unknown command 'gatways'\n(Did you mean gateways?)\n${hint}`],
    [['nonsense'], `error: unknown command 'nonsense'\n${hint}`],
    [['checkouts', 'aprove', 'x'], `error: unknown command 'aprove'\n(Did you mean approve?)\n${hint}`],
    [['callbacks', 'resnd', '1'], `error: unknown command 'resnd'\n(Did you mean resend?)\n${hint}`],
    [['clock', 'forward'], `error: unknown command 'forward'\n${hint}`],
    [['otp'], `error: missing required argument 'mobile'\n${hint}`],
    [['events', '--folow'], `error: unknown option '--folow'\n(Did you mean --follow?)\n${hint}`],
    [['gateways', '--url', 'nonsense'], '"nonsense" is not an http or https URL. Set one with --url URL.\n'],
    [['stop', '--url', 'nonsense'], '"nonsense" is not an http or https URL. Set one with --url URL.\n'],
    [
      ['gateways', '--url', 'me:a-password@h'],
      '"…@h" is not an http or https URL. Set one with --url URL.\n',
    ],
    ...[['gateways'], ['health', '--json'], ['doctor'], ['audit', '--order-url', 'http://127.0.0.1:9']].map(
      (command): [string[], string] => [
        [...command, '--url', 'http://me:a-password@127.0.0.1:9'],
        'The URL of the sandbox must not contain a user or password. Give its token with --token TOKEN.\n',
      ],
    ),
    [['doctor', '--write'], '--write needs --client.\n'],
    [['doctor', '--no-send', '--json'], '--no-send needs --client.\n'],
    [['snippet', 'verify'], 'Name a language with --lang: node, php, python, go, java.\n'],
    [['callbacks', 'resend'], 'Name the ID of a callback, or --failed-since TIME.\n'],
    [
      ['callbacks', 'resend', '1', '--failed-since', '10m'],
      'Name the ID of a callback or --failed-since TIME, not both.\n',
    ],
    [
      ['callbacks', 'resend', '--failed-since', '10m', '--transaction', '100001'],
      '--transaction selects nothing here: only --failed-since and --account can.\n',
    ],
    [
      ['callbacks', 'settled', '--invoice-no', 'A-1'],
      '--invoice-no selects nothing here: only --account and --transaction can.\n',
    ],
    [['otps', 'clear', '--mobile', '0912345678'], '--mobile selects nothing here: only --account can.\n'],
  ])('%j is wrong usage', async (args, stderr) => {
    expect(await cliResult(args)).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });

  it.each(['gateways', 'events', 'reset', 'clock'])('%s: no sandbox runs', async (command) => {
    expect(await cliResult([command, '--url', 'http://127.0.0.1:9'])).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr:
        'No sandbox answers at http://127.0.0.1:9. Start one with `gateway-sandbox`, or name another one with --url URL.\n',
    });
  });

  it('a value that no answer can have is wrong usage, told with those that there are', async () => {
    const { run } = await commandsOf();
    const refused = [
      await run('transactions', '--status', 'done'),
      await run('checkouts', 'approve', 'x', '--copies', '0'),
      await run('events', '--type', 'otp.snt'),
      await run('callbacks', 'resend', '--failed-since', 'yesterday'),
    ];
    expect(refused.map(({ code, stderr }) => [code, stderr])).toEqual([
      [
        2,
        "error: option '--status <status>' argument 'done' is invalid. Allowed choices are started, completed, canceled, declined, expired.\n(--help lists what there is)\n",
      ],
      [2, 'copies: must be at least 1.\n'],
      [2, 'type: no event type is "otp.snt". Did you mean "otp.sent"?\n'],
      [2, 'failed_since: must be a time such as "2026-01-15T12:00:00Z".\n'],
    ]);
  });

  it.each(['sign', 'verify', 'audit'])(
    '%s refuses an empty key, such as of a variable that is not set',
    async (command) => {
      const { code, stderr } = await cliResult([command, 'approved=1', '--secret-key', '']);
      expect(code).toBe(2);
      expect(stderr).toContain("argument '' is invalid. It is empty: is the variable set?");
    },
  );

  it.each(['gateways', 'stop'])('%s: something else runs there', async (command) => {
    const { url } = await freshMerchant();
    expect(await cliResult([command, '--url', url])).toMatchObject({
      code: 1,
      stderr: `The server at ${url} is not gateway-sandbox (status 200). Set another address with --url URL.\n`,
    });
  });

  it('a value that no request takes', async () => {
    const { url } = await cliSandbox();
    expect(await cliResult(['otp', 'x'.repeat(20_000), '--url', url])).toMatchObject({
      code: 1,
      stderr: `The server at ${url} does not take such long values (status 431).\n`,
    });
  });
});

describe('They take --url, --token, --json', () => {
  const token = 'the-token-of-this-test';

  it('the token by option or variable; without it one sentence', async () => {
    const { sandbox, run } = await commandsOf(['--host', '0.0.0.0'], {
      env: { GATEWAY_SANDBOX_TOKEN: token },
    });
    expect(await run('clock')).toMatchObject({
      code: 1,
      stderr: 'Send the token that was printed at start. Give it with --token TOKEN.\n',
    });
    expect((await run('clock', '--token', token)).code).toBe(0);
    const env = { GATEWAY_SANDBOX_URL: sandbox.url, GATEWAY_SANDBOX_TOKEN: token };
    expect((await cliResult(['clock', 'freeze'], { env })).code).toBe(0);
  });

  it('without an address they ask where a sandbox of this environment serves', async () => {
    const { url } = await cliSandbox();
    const env = { GATEWAY_SANDBOX_PORT: new URL(url).port };
    expect((await cliResult(['health'], { env })).stdout).toBe(`The sandbox at ${url} answers and stores.\n`);
  });

  it('before and after the name of a command of a group', async () => {
    const { sandbox } = await commandsOf();
    const answers = await Promise.all([
      cliResult(['snapshot', '--json', '--url', sandbox.url, 'list']),
      cliResult(['snapshot', 'list', '--json', '--url', sandbox.url]),
    ]);
    expect(answers.map(({ stdout }) => stdout)).toEqual(Array(2).fill('{"data":[],"next":null}\n'));
  });
});

describe('Control characters never reach the terminal', () => {
  it('from the names of accounts, as a table and as JSON', async () => {
    const { sandbox, printed, json } = await commandsOf();
    const name = '\u001b[31m\u009b1m\u202eevil\nline';
    await sandbox.control('accounts', { name });
    for (const options of [[], ['--json']])
      expect(await printed('account', 'list', ...options)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    const { data } = await json('account', 'list');
    expect(data.map((account: { name: string }) => account.name)).toContain(name);
  });
});
