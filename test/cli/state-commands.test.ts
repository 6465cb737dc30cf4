import { describe, expect, it } from 'vitest';
import { commandsOf, rowsOf } from '../support/commands.ts';
import { rightFields } from '../support/sandbox.ts';

const verify = rightFields['walletA/verify'];

describe('faults [add|clear] [ID]: make the next calls fail', () => {
  it('refuses so many calls with a code, and only those that match', async () => {
    const { sandbox, printed } = await commandsOf();
    const match = ['--gateway', 'walletA', '--mobile', '0912345678'];
    expect(await printed('faults', 'add', '--code', 'BACKEND_ERROR', '--times', '2', ...match)).toBe(
      'Added fault 1: code=BACKEND_ERROR for gateway=walletA mobile_number=0912345678.\n',
    );
    const other = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const first = await sandbox.call('walletA/verify', verify);
    expect([other.status, first.json.error.code]).toEqual([200, 'BACKEND_ERROR']);
    expect(rowsOf(await printed('faults'))).toEqual([
      {
        ID: '1',
        EFFECT: 'code=BACKEND_ERROR',
        CALLS: 'gateway=walletA mobile_number=0912345678',
        LEFT: '1',
        FIRED: '1',
      },
    ]);
  });

  it.each([
    [['--http-status', '503', '--body', 'html'], { http_status: 503, body: 'html' }],
    [['--delay', '2s'], { delay: 2000 }],
    [['--hang'], { hang: true, after: false }],
    [['--reset', '--after'], { reset: true, after: true }],
  ])('%j', async (options, effect) => {
    const { json } = await commandsOf();
    const fault = await json('faults', 'add', ...options, '--times', 'always', '--probability', '0.5');
    expect(fault).toMatchObject({ effect, times: 'always', probability: 0.5 });
  });

  it('clear removes one or all', async () => {
    const { printed, run } = await commandsOf();
    for (const _ of [1, 2, 3]) await printed('faults', 'add', '--hang');
    expect(await printed('faults', 'clear', '2')).toBe('Fault 2 is removed.\n');
    expect(
      rowsOf(await printed('faults'))
        .map(({ ID }) => ID)
        .sort(),
    ).toEqual(['1', '3']);
    expect(await run('faults', 'clear', '2')).toMatchObject({ code: 1, stderr: 'There is no fault "2".\n' });
    await printed('faults', 'clear');
    expect(await printed('faults')).toBe('There are no faults.\n');
  });

  it.each([
    [[], 'Name exactly one of --code, --http-status, --delay, --past-timeout, --hang, --reset.\n'],
    [
      ['--hang', '--reset'],
      'Name exactly one of --code, --http-status, --delay, --past-timeout, --hang, --reset.\n',
    ],
    [['--hang', '--times', 'often'], '--times must be a number, not "often".\n'],
  ])('%j is wrong usage', async (options, stderr) => {
    const { run } = await commandsOf();
    expect(await run('faults', 'add', ...options)).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });
});

describe('clock [advance 10m|freeze|resume]: move time', () => {
  it('freezes at a time, advances, and resumes', async () => {
    const { printed, json } = await commandsOf();
    const time = '2026-01-15T12:00:00Z';
    expect(await json('clock', 'freeze', time)).toMatchObject({
      now: '2026-01-15T12:00:00.000Z',
      frozen: true,
    });
    expect(await printed('clock', 'advance', '10m')).toMatch(/^2026-01-15 12:10:00 \+00:00 \(frozen/);
    expect(await printed('clock')).toMatch(/^2026-01-15 12:10:00 \+00:00 \(frozen/);
    expect(await printed('clock', 'resume')).toMatch(/^2026-01-15 12:10:0\d \+00:00 \(runs/);
  });

  it('an invalid duration is refused', async () => {
    const { run } = await commandsOf();
    const { code, stderr } = await run('clock', 'advance', 'soon');
    expect([code, stderr]).toEqual([2, expect.stringContaining('must be a duration such as "10m"')]);
  });
});

describe('reset, snapshot save|restore|list|remove NAME: state', () => {
  it('restore brings back what reset dropped, until the snapshot is removed', async () => {
    const { checkout, printed, run } = await commandsOf();
    await checkout();
    expect(await printed('snapshot', 'save', 'paid')).toBe('Snapshot paid is saved.\n');
    expect(await printed('reset')).toBe('The sandbox is back in its initial state.\n');
    expect(await printed('transactions')).toBe('There are no transactions.\n');
    expect(await printed('snapshot', 'restore', 'paid')).toBe('Snapshot paid is restored.\n');
    expect(rowsOf(await printed('transactions'))).toHaveLength(1);
    expect(rowsOf(await printed('snapshot', 'list')).map(({ NAME }) => NAME)).toEqual(['paid']);
    expect(await printed('snapshot', 'remove', 'paid')).toBe('Snapshot paid is removed.\n');
    expect(await run('snapshot', 'restore', 'paid')).toMatchObject({
      code: 1,
      stderr: 'There is no snapshot "paid".\n',
    });
  });
});

describe('snapshot list: pages', () => {
  it('says how many more there are, and --all shows them', async () => {
    const { sandbox, printed } = await commandsOf();
    for (let each = 0; each < 55; each += 1) await sandbox.control('snapshots', { name: `s${each}` });
    expect(await printed('snapshot', 'list')).toMatch(/\nand 5 more: --all shows them\n$/);
    expect(rowsOf(await printed('snapshot', 'list', '--all'))).toHaveLength(55);
    expect(rowsOf(await printed('snapshot', 'list', '--limit', '2'))).toHaveLength(3);
  });
});

describe('accounts [add|renew] [ID]: more merchants; new tokens and keys', () => {
  it('add shows the credentials, list masks them, and renew changes one', async () => {
    const { printed, json } = await commandsOf();
    const two = await json('accounts', 'add', '--id', 'two', '--name', 'Second Shop', '--test-token', 'tt_1');
    expect(two).toMatchObject({ id: 'two', name: 'Second Shop', access_tokens: { test: 'tt_1' } });
    const rows = rowsOf(await printed('accounts'));
    expect(rows.map(({ ID, NAME }) => [ID, NAME]).sort()).toEqual([
      ['demo', 'Demo Shop'],
      ['two', 'Second Shop'],
    ]);
    expect(await printed('accounts')).not.toContain(two.api_key);
    const renewed = await json('accounts', 'renew', 'two', 'test');
    expect(renewed.access_tokens.test).not.toBe('tt_1');
    expect(renewed).toMatchObject({ api_key: two.api_key, secret_key: two.secret_key });
    expect(await printed('accounts', 'renew', 'two', 'api_key')).not.toContain(two.api_key);
  });
});
