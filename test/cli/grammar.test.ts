import { describe, expect, it } from 'vitest';
import { cliResult, noSandbox } from '../support/cli.ts';
import { commandsOf, rowsOf } from '../support/commands.ts';
import { rightFields } from '../support/sandbox.ts';
import { started } from '../support/started.ts';

const verify = rightFields['walletB/verify'];

describe('Lists: --limit N, --all, and how many more there are', () => {
  it('requests', async () => {
    const { sandbox, printed, json } = await commandsOf();
    for (let sent = 0; sent < 205; sent += 1) await sandbox.call('walletB/verify', {});
    const [cut, three, all] = await Promise.all([
      printed('requests'),
      printed('requests', '--limit', '3'),
      printed('requests', '--all'),
    ]);
    expect(cut).toMatch(/\nand 155 more: --all shows them\n$/);
    expect(cut.split('\n')).toHaveLength(53);
    expect(three).toMatch(/\nand 202 more: --all shows them\n$/);
    expect(all.split('\n')).toHaveLength(207);
    expect(rowsOf(all).at(-1)).toMatchObject({ ID: '1' });
    expect((await json('requests', '--limit', '202')).data).toHaveLength(202);
    expect(await json('requests', '--limit', '2')).toMatchObject({
      data: [{ id: '205' }, { id: '204' }],
      next: '204',
    });
  });

  it.each([
    [['transactions', '--limit', '0'], 'It must be a whole number from 1.'],
    [['checkouts', '--limit', 'many'], 'It must be a whole number from 1.'],
    [['otps', '--all', '--limit', '3'], "error: option '--all' cannot be used with option '--limit <n>'"],
    [['callbacks', '--status', 'lost'], 'Allowed choices are pending, delivered, exhausted, held, dropped.'],
    [['accounts', 'change', 'demo'], 'Name what to change, such as --approved false.'],
    [['accounts', 'change', 'demo', '--approved', 'no'], '--approved must be true or false, not "no".'],
    [['accounts', 'change', 'demo', '--gateway', 'x'], '--gateway "x" must have the form NAME.MEMBER=VALUE.'],
  ])('%j is wrong usage', async (args, sentence) => {
    const { code, stdout, stderr } = await cliResult(args, { env: noSandbox });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});

describe('One of each, and what can be done with it', () => {
  it('otps [expire|lock|resend|clear]', async () => {
    const { sandbox, printed, run } = await commandsOf();
    await sandbox.call('walletB/verify', verify);
    expect(rowsOf(await printed('otps'))[0]).toMatchObject({
      ID: '1',
      NUMBER: '0945678901',
      STATUS: 'active',
    });
    expect(await printed('otps', 'resend', '1')).toMatch(/^id +2\n.*\n.*\ncode +\d{4}\nstatus +active\n/);
    expect(await printed('otps', 'expire', '2')).toMatch(/^status +expired$/m);
    expect(await run('otps', 'lock', '2')).toMatchObject({
      code: 1,
      stderr: 'This code is expired already.\n',
    });
    expect(await printed('otps', 'clear')).toBe('The inbox is empty. The codes still work.\n');
    expect(await printed('otps')).toBe('There are no codes.\n');
  });

  it('checkouts extend, requests replay, callbacks settled', async () => {
    const { checkout, printed, run } = await commandsOf();
    const url = await checkout();
    const before = /^expires +(.*)$/m.exec(await printed('checkouts', url))?.[1] ?? '';
    const after = /^expires +(.*)$/m.exec(await printed('checkouts', 'extend', url, '10m'))?.[1] ?? '';
    expect(Date.parse(after) - Date.parse(before)).toBe(600_000);
    expect(await run('checkouts', 'extend', url, 'soon')).toMatchObject({ code: 2 });
    expect(await printed('requests', 'replay', '1', '--invoice-no', 'B-1')).toMatch(
      /^id +2\n[\s\S]*^answer +200$/m,
    );
    expect(await printed('callbacks', 'settled')).toBe('No callback is pending.\n');
    const held = ['--delay', '1h'];
    await printed('checkouts', 'approve', url, ...held);
    expect(await run('callbacks', 'settled', '--wait', '0')).toMatchObject({ code: 1, stdout: '' });
  });

  it('faults ID, accounts ID, accounts change ID', async () => {
    const { printed, run, json } = await commandsOf();
    await printed('faults', 'add', '--hang', '--account', 'demo');
    expect(await printed('faults', '1')).toMatch(
      /^fault +1\neffect +hang=true after=false\ncalls +account=demo\n/,
    );
    expect(await run('faults', '2')).toMatchObject({ code: 1, stderr: 'There is no fault "2".\n' });
    expect(await run('faults', 'clear', '--account', 'other')).toMatchObject({ code: 2 });
    expect(await run('faults', 'clear', '--account', '')).toMatchObject({ code: 2 });
    expect(await run('faults', 'clear', '1', '--account', 'demo')).toMatchObject({
      code: 2,
      stderr: '--account selects nothing here: only the ID can.\n',
    });
    expect((await json('fault', 'list')).data).toHaveLength(1);
    const change = [
      '--approved',
      'false',
      '--gateway',
      'cardgw.currency=LYD',
      '--whitelist-entry',
      '10.0.0.0/8',
    ];
    expect(await json('accounts', 'change', 'demo', ...change)).toMatchObject({
      approved: false,
      gateways: { cardgw: { allowed: true, currency: 'LYD' } },
      ip_whitelist: { enabled: false, entries: ['10.0.0.0/8'] },
    });
    expect(await printed('account', 'demo')).toMatch(/^secret key +demo_secret_key$/m);
    expect(await run('accounts', 'lisst')).toMatchObject({
      code: 1,
      stderr: 'There is no account "lisst".\n',
    });
  });
});

it('accounts change finds a gateway by its configured name or its token', async () => {
  const { url } = await started({ names: { walletB: 'sadad.pay' } });
  const change = (...gateways: string[]) => {
    const flags = gateways.flatMap((each) => ['--gateway', each]);
    return cliResult(['accounts', 'change', 'demo', '--url', url, ...flags, '--json']);
  };
  const byName = await change('sadad.pay.allowed=false');
  expect(JSON.parse(byName.stdout).gateways.walletB).toMatchObject({ allowed: false });
  const byToken = await change('walletB.allowed=true');
  expect(JSON.parse(byToken.stdout).gateways.walletB).toMatchObject({ allowed: true });
  const byBoth = await change('sadad.pay.allowed=false', 'walletB.configured=false');
  expect(JSON.parse(byBoth.stdout).gateways.walletB).toMatchObject({ allowed: false, configured: false });
  expect(await change('sadad.allowed=true')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'There is no gateway "sadad". The gateways are walletA, sadad.pay, localbankcards, cardgw, aggregator.',
    ),
  });
});

describe('Times are local with their zone, and ISO in --json', () => {
  it('of a table, of one, and of each line', async () => {
    const { sandbox, json } = await commandsOf();
    await json('clock', 'freeze', '2026-01-15T23:30:00Z');
    for (const [zone, date, time, offset] of [
      ['Africa/Tripoli', '2026-01-16', '01:30:00', '+02:00'],
      ['America/St_Johns', '2026-01-15', '20:00:00', '-03:30'],
    ] as const) {
      const env = { GATEWAY_SANDBOX_URL: sandbox.url, TZ: zone };
      const [clock, events] = await Promise.all([
        cliResult(['clock'], { env }),
        cliResult(['events'], { env }),
      ]);
      expect(clock.stdout).toContain(`${date} ${time} ${offset} (frozen, `);
      expect(events.stdout).toContain(`  ${time}.000 ${offset}  clock.moved `);
    }
    expect((await json('clock')).now).toBe('2026-01-15T23:30:00.000Z');
  });
});
