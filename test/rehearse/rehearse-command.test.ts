import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';
import { booksOf } from '../audit/audit-cli.ts';
import { junitIn } from '../audit/junit.ts';
import { orderShop } from '../audit/order-shop.ts';
import { cliResult, passed, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freePort } from '../support/free-port.ts';
import { started } from '../support/started.ts';

const rehearse = (...flags: string[]) => cliResult(['rehearse', ...flags]);
const patient = ['--timeout', '5m', '--slow', '10ms'];

function shopFlags(url: string, late = '5m'): string[] {
  return [
    '--callback-url',
    `${url}/callback`,
    '--return-url',
    `${url}/return`,
    ...booksOf(url),
    ...patient,
    '--late',
    late,
  ];
}

describe('rehearse', () => {
  it('passes a good app, and tells the day as text, JSON and JUnit', async () => {
    const { url } = await orderShop();
    const report = join(testFolder(), 'day.xml');
    const flags = [...shopFlags(url), '--gateway', 'cardgw', '--rate', '10', '--seconds', '2.6'];
    const { code, stdout, stderr } = await rehearse(...flags, '--json', '--junit', report);
    expect([code, stderr]).toEqual([0, '']);
    const { summary, customers: kinds, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(kinds.map(({ customer }: { customer: string }) => customer)).toEqual(
      customers.map(({ id }) => id),
    );
    expect(summary).toMatchObject({
      orders: 26,
      lost: 0,
      doubled_checked: true,
      ended_early: false,
      seed: 1,
    });
    expect(junitIn(readFileSync(report, 'utf8'))).toMatchObject({ tests: '26', failures: '0' });
  });

  it('fails an app with another secret key, and describes the lost orders', async () => {
    const { url } = await orderShop('another_key');
    const flags = [...shopFlags(url, '0'), '--gateway', 'cardgw', '--rate', '10', '--seconds', '2.6'];
    const { code, stdout } = await rehearse(...flags);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ {2}fail {2}pays +1 order: 1 lost\./);
    expect(stdout).toMatch(
      /lost {2}SHOP-\w+, transaction \d+ \(cardgw, [a-z-]+\)\n {2}The customer has paid, and the order reads "pending"\. A genuine /,
    );
    expect(stdout).toMatch(/\d\.\d{3} s {2}(?:4 × )?callback GET http:\S+ → 400 "bad-hash"/);
    expect(stdout).toContain('At the end, the order reads "pending", recorded as paid 0 times.');
    expect(stdout).toMatch(/\n26 orders in .* Seed 1, weather calm\.\n/);
  });

  it('ends early at Ctrl-C, with the report of what was seen', async () => {
    const { url, made } = await orderShop();
    const report = join(testFolder(), 'report.xml');
    const flags = ['--minutes', '60', '--rate', '5', '--json', '--junit', report];
    const cli = runCli(['rehearse', ...shopFlags(url), ...flags]);
    await expect.poll(made).toBeGreaterThan(3);
    cli.process.kill('SIGINT');
    const { code, stdout, stderr } = await cli.ended;
    expect(stderr).toContain('Ending early.');
    expect(JSON.parse(stdout)).toMatchObject({ summary: { ended_early: true }, problems: [] });
    expect(readFileSync(report, 'utf8')).toContain('The day ended early.');
    expect(code).toBe(130);
  });

  it('takes two signals in a row, as of a terminal and npx, for one, and ends at once at a later one', async () => {
    const { url, made } = await orderShop('another_key');
    const flags = ['--gateway', 'cardgw', '--minutes', '60', '--rate', '5', '--json'];
    const cli = runCli(['rehearse', ...shopFlags(url), ...flags]);
    await expect.poll(made).toBeGreaterThan(3);
    cli.process.kill('SIGINT');
    // Not the same one, of which the system may deliver only one.
    cli.process.kill('SIGTERM');
    await passed(400);
    expect([cli.process.exitCode, cli.process.signalCode]).toEqual([null, null]);
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ code: 130, signal: null, stdout: '' });
  });

  it('says what it waits for at the end of a day that ended early', async () => {
    const { url, made } = await orderShop('another_key');
    const flags = ['--gateway', 'cardgw', '--minutes', '60', '--rate', '5', '--json'];
    const cli = runCli(['rehearse', ...shopFlags(url, '3s'), ...flags]);
    await expect.poll(made).toBeGreaterThan(3);
    cli.process.kill('SIGTERM');
    const { code, stdout, stderr } = await cli.ended;
    expect(stderr).toMatch(
      /\nWaiting for (?:1 order: it|\d+ orders: each) has 3 s after its last message to be paid \(--late\)\.\n$/,
    );
    const { problems } = JSON.parse(stdout);
    expect(problems.map(({ kind }: { kind: string }) => kind)).toContain('lost');
    expect(code).toBe(1);
  });

  it('says that the app it started has ended, and its last words', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    // Answers the first order, without a checkout, and breaks down at the second.
    const program = `let n = 0; require('http').createServer((q, s) => {
      if (q.url !== '/orders') return s.end('{"status":"pending"}');
      if (n++ > 0) { console.error('No memory.'); process.exit(3); }
      s.end(JSON.stringify({ invoice_no: 'A1', amount: '20.00' }));
    }).listen(${port}, '127.0.0.1')`;
    const flags = [
      '--order-url',
      `${url}/orders`,
      '--check-url',
      `${url}/orders/{invoice}`,
      '--return-url',
      url,
    ];
    const day = ['--gateway', 'cardgw', '--rate', '5', '--seconds', '1', ...patient];
    const { code, stderr } = await rehearse(...flags, ...day, '--', execPath, '-e', program);
    expect([code, stderr]).toEqual([
      1,
      `\`${execPath} -e ${program}\` ended too early, with exit code 3: No memory.\n`,
    ]);
  });

  it('takes the weather from a running sandbox', async () => {
    const { url } = await orderShop();
    const sandbox = await started({ settings: { weather: 'rainy', weather_seed: 1 } });
    const flags = [...shopFlags(url), '--gateway', 'cardgw', '--rate', '10', '--seconds', '1'];
    const { code, stdout } = await rehearse(...flags, '--url', sandbox.url, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ summary: { weather: 'rainy' }, problems: [] });
    expect(code).toBe(0);
  });
});
