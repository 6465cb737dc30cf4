import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { commandsOf, rowsOf } from '../support/commands.ts';
import { exchanged } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';

const verify = rightFields['walletA/verify'];

describe('gateways, magic: what exists; which values make things go wrong', () => {
  it('gateways lists all five with their currencies and the words of the config', async () => {
    const { printed, json } = await commandsOf();
    const rows = rowsOf(await printed('gateways'));
    expect(rows.map(({ GATEWAY, FLOW, CURRENCY }) => [GATEWAY, FLOW, CURRENCY])).toEqual([
      ['walletA', 'otp', 'LYD'],
      ['walletB', 'otp', 'LYD'],
      ['localbankcards', 'checkout', 'LYD'],
      ['cardgw', 'checkout', 'USD'],
      ['aggregator', 'checkout', 'LYD'],
    ]);
    expect((await json('gateways')).data).toHaveLength(5);
  });

  it('magic lists every value that the control API lists', async () => {
    const { printed, json, sandbox } = await commandsOf();
    const all = await sandbox.control('magic');
    const text = await printed('magic');
    for (const { number, gateway } of all.mobile_numbers)
      expect(text).toMatch(new RegExp(`^${number} +${gateway} `, 'm'));
    for (const { digits, code } of all.codes) expect(text).toMatch(new RegExp(`^${digits} .*${code}$`, 'm'));
    for (const { amount, reason } of all.amounts)
      expect(text).toMatch(new RegExp(`^${amount} +${reason}$`, 'm'));
    for (const { prefix, order } of all.invoice_prefixes)
      expect(text).toMatch(new RegExp(`^${prefix} +${order}$`, 'm'));
    expect(await json('magic')).toEqual(all);
  });
});

describe('otp MOBILE [--wait 10] prints the newest active code', () => {
  it('the code and nothing else', async () => {
    const { sandbox, printed, json } = await commandsOf();
    await sandbox.call('walletA/verify', verify);
    await sandbox.call('walletA/verify', verify);
    const { data } = await sandbox.control('otps?status=active');
    expect(data).toHaveLength(1);
    expect(await printed('otp', '0912345678')).toBe(`${data[0].code}\n`);
    expect(await json('otp', '0912345678')).toEqual(data[0]);
  });

  it('waits so many seconds for one that is not there yet', async () => {
    const { sandbox, printed } = await commandsOf();
    const waiting = printed('otp', '0912345678', '--wait', '15');
    await sandbox.call('walletA/verify', verify);
    expect(await waiting).toBe(`${(await sandbox.control('otps')).data[0].code}\n`);
  });

  it('exit code 1 and one sentence when there is none', async () => {
    const { run } = await commandsOf();
    expect(await run('otp', '0912345678')).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: 'There is no active code for 0912345678.\n',
    });
  });
});

describe('transactions [ID]: list; one with its timeline', () => {
  it('lists the newest first, and only those that the options name', async () => {
    const { checkout, printed, json } = await commandsOf();
    await checkout({ invoice_no: 'A-1' });
    await checkout({ invoice_no: 'A-2', amount: '12.50' });
    expect(await printed('transactions')).toMatch(/^ID {6}MODE {2}GATEWAY {5}INVOICE/);
    const rows = rowsOf(await printed('transactions'));
    expect(rows.map((row) => [row.ID, row.INVOICE, row.AMOUNT, row.STATUS])).toEqual([
      ['100002', 'A-2', '12.50 LYD', 'started'],
      ['100001', 'A-1', '10.00 LYD', 'started'],
    ]);
    const { data } = await json('transactions', '--invoice-no', 'A-1');
    expect(data.map((each: { transaction_id: string }) => each.transaction_id)).toEqual(['100001']);
    expect(await printed('transactions', '--status', 'completed')).toBe('There are no transactions.\n');
  });

  it('shows one with every event in its order', async () => {
    const { checkout, printed, run } = await commandsOf();
    await printed('checkouts', 'cancel', await checkout());
    const lines = (await printed('transactions', '100001')).split('\n');
    expect(lines).toContain('status       canceled');
    const types = lines.flatMap((line) => /^\d\d:\d\d:\d\d\.\d{3} \S+ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(types).toEqual(['request', 'transaction.started', 'transaction.canceled']);
    expect(await run('transactions', '7')).toMatchObject({
      code: 1,
      stderr: 'There is no transaction "7".\n',
    });
  });
});

describe('events [--follow]: the journal as it happens', () => {
  it('prints one event a line, oldest first, and only those that the options name', async () => {
    const { sandbox, checkout, printed } = await commandsOf();
    await sandbox.call('walletA/verify', verify);
    await checkout();
    const events = (await printed('events', '--json'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ id, type }) => [id, type])).toEqual([
      ['1', 'otp.sent'],
      ['2', 'transaction.started'],
    ]);
    expect(await printed('events', '--type', 'otp.sent')).toMatch(/^ {5}1 {2}\S+ \S+ {2}otp\.sent +.*\n$/);
    expect(await printed('events', '--invoice-no', 'INV-1', '--after', '1')).toMatch(/^ {5}2 /);
  });

  it('--follow prints what happens later, until the sandbox ends', async () => {
    const { sandbox } = await commandsOf([]);
    const follower = runCli(['events', '--follow', '--json', '--url', sandbox.url]);
    await sandbox.call('walletA/verify', verify);
    expect(JSON.parse(await follower.printed(/\n/))).toMatchObject({ id: '1', type: 'otp.sent' });
    await sandbox.control('reset', {});
    await follower.printed(/"reset"/);
    sandbox.process.kill('SIGTERM');
    expect((await follower.ended).code).toBe(1);
  });
});

describe("requests [--follow]: the API's request log", () => {
  it('lists the newest first with status and code', async () => {
    const { sandbox, printed } = await commandsOf();
    await sandbox.call('walletA/verify', verify);
    await sandbox.call('walletA/verify', { ...verify, amount: '0' });
    const rows = rowsOf(await printed('requests'));
    expect(rows.map((row) => [row.ID, row.REQUEST, row.STATUS, row.CODE, row.REASON])).toEqual([
      [
        '2',
        'POST /api/v1/transaction/walletA/verify',
        '400',
        'AMOUNT_NOT_ALLOWED',
        'The amount must be greater than zero.',
      ],
      ['1', 'POST /api/v1/transaction/walletA/verify', '200', '', ''],
    ]);
  });

  it('ID shows its fields, its decision trace and the reason of its answer', async () => {
    const { sandbox, printed, json } = await commandsOf();
    await sandbox.call('acmepay/verify?lang=en', verify);
    const text = await printed('requests', '1');
    expect(text).toMatch(/^answer +404$/m);
    expect(text).toMatch(/^reason +The requested resource does not exist\. · The gateways are walletA, /m);
    expect(text).toMatch(/^ {2}lang +en\n {2}mobile_number +0912345678\n {2}birth_year +1990$/m);
    expect(text).toMatch(/^passed +size +\d+ bytes$/m);
    expect(text).toMatch(/^FAILED +route +.*<gateway>\/<verify\|confirm>$/m);
    expect(await json('requests', '1')).toMatchObject({ id: '1', status: 404 });
    await sandbox.call('walletA/verify', {});
    expect(await printed('requests', '2')).toContain('No fields came.');
  });

  it('says why a call for another host was refused', async () => {
    const { sandbox, printed } = await commandsOf();
    const head = 'POST /api/v1/transaction/walletA/verify HTTP/1.1\r\nHost: pay.example.com';
    await exchanged(sandbox.url, `${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    const why = 'The host "pay.example.com" is not allowed here. Start with --allow-host NAME to allow it.';
    expect(rowsOf(await printed('requests'))[0]).toMatchObject({ CODE: 'HOST_NOT_ALLOWED', REASON: why });
    const text = await printed('requests', '1');
    expect(text.split(why)).toHaveLength(2);
    expect(text).toContain(`reason   ${why}`);
  });

  it('--follow prints each once, oldest first, with the check that refused it', async () => {
    const { sandbox } = await commandsOf();
    await sandbox.call('walletA/verify', verify);
    const follower = runCli(['requests', '--follow', '--url', sandbox.url]);
    await follower.printed(/ 200\n/);
    await sandbox.call('walletA/verify', { ...verify, amount: '0' });
    const lines = (await follower.printed(/AMOUNT_NOT_ALLOWED.*\n/)).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/ 400 AMOUNT_NOT_ALLOWED {2}at amount: /);
    await sandbox.control('reset', {});
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await follower.printed(/walletB\/verify {2}200\n/);
  });
});
