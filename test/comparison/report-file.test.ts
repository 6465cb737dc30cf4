import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportKind, reportVersion } from '../../src/comparison/report-format.ts';
import { noneNamed } from '../../src/config/named-settings.ts';
import { testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { settingIn, wordsOf } from '../support/tool-page.ts';

const finding = (about: string, verdict: string, others: object = {}) => ({ about, verdict, ...others });

const whole = {
  kind: reportKind,
  version: reportVersion,
  base_url: 'https://api.example.com',
  at: '2026-10-02T10:00:00.000Z',
  result: {
    findings: [
      finding('requests.bodies', 'contradicted', { live: 'takes JSON', change: 'lenient' }),
      finding('otp.length', 'contradicted', { live: '8 digits', change: { walletA: 8 } }),
      finding('requests.query', 'confirmed', { live: 'does not', value: 'ignore' }),
      finding('otp.attempts', 'undecided', { why: 'It shows only later.', probes: ['p'] }),
      finding('otp.lifetime', 'undecided', { why: 'It shows only with the code.', probes: [] }),
      finding('lang.form', 'confirmed', { live: 'INVALID_INPUTS' }),
      finding('email.form', 'contradicted', { live: '<script>\u001b[2J</script>' }),
    ],
    seen: {
      times: [
        { path: 'walletB/verify', p50Ms: 40, p95Ms: 90 },
        { path: 'cardgw/confirm', p50Ms: 0, p95Ms: 0 },
        { path: 'walletA/verify', p50Ms: -1, p95Ms: 1e9 },
      ],
    },
  },
};

function reportFile(content: string = JSON.stringify(whole)): string {
  const file = join(testFolder(), 'r.json');
  writeFileSync(file, content);
  return file;
}

const settingsPage = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.fetch(`/_sandbox/settings${query}`)).text;

describe('The settings page with a report of compare', () => {
  it('shows the date and the verdict of each assumption, by the settings of now', async () => {
    const sandbox = await freshSandbox({ compareReport: reportFile() });
    const page = await settingsPage(sandbox);
    expect(wordsOf(page)).toContain(
      'Checked against the live service on 2026-10-02 : https://api.example.com . 2 the same, 3 different, 1 unclear. 1 assumption was not checked.',
    );
    const checked = 'Live service:';
    expect(settingIn(page, 'requests.bodies')).toContain(`${checked} different. takes JSON`);
    expect(settingIn(page, 'otp.length')).toContain(`${checked} different. 8 digits`);
    expect(settingIn(page, 'requests.query')).toContain(`${checked} the same.`);
    expect(settingIn(page, 'otp.attempts')).toContain(`${checked} unclear. It shows only later.`);
    for (const name of ['otp.lifetime', 'strict']) expect(settingIn(page, name)).not.toContain(checked);
    expect(await settingsPage(sandbox, '?show=assumptions')).toContain('&lt;script&gt;␛[2J');
    const changes = { requests: { bodies: 'lenient', query: 'merge' }, otp: { length: { walletA: 8 } } };
    await sandbox.control('settings', changes, 'PATCH');
    const later = await settingsPage(sandbox);
    expect(settingIn(later, 'requests.bodies')).toContain(`${checked} the same.`);
    expect(settingIn(later, 'otp.length')).toContain(`${checked} the same.`);
    expect(settingIn(later, 'requests.query')).toContain(`${checked} different.`);
    expect(wordsOf(await settingsPage(sandbox, '?lang=ar'))).toContain('الخدمة الفعلية: مطابقة.');
  });

  it('says nothing without one', async () => {
    expect(wordsOf(await settingsPage(await freshSandbox()))).not.toContain('Live service');
  });

  it.each([
    ['{', 'is not JSON'],
    ['\u0000'.repeat(1000), 'is not JSON'],
    ['[]', 'is not a report of `gateway-sandbox compare`'],
    ['null', 'is not a report of `gateway-sandbox compare`'],
    [JSON.stringify({ ...whole, version: 2 }), 'was written by another version of gateway-sandbox'],
    [JSON.stringify({ ...whole, result: undefined }), 'holds a comparison that was interrupted'],
    [JSON.stringify({ ...whole, at: 'yesterday' }), 'is damaged'],
    [JSON.stringify({ ...whole, result: { findings: {} } }), 'is damaged'],
  ])('says in one sentence why a file is not a report: %j', async (content, why) => {
    const sandbox = await freshSandbox({ compareReport: reportFile(content) });
    expect(wordsOf(await settingsPage(sandbox))).toContain(`r.json ${why}`);
  });

  it('takes what it can from a report whose members are anything', async () => {
    const findings = [
      null,
      7,
      {},
      finding('strict', 'maybe'),
      finding('otp.length', 'confirmed', { value: [] }),
    ];
    const content = JSON.stringify({ ...whole, result: { findings, seen: { times: 'x' } } });
    const sandbox = await freshSandbox({ compareReport: reportFile(content) });
    expect(settingIn(await settingsPage(sandbox), 'otp.length')).toContain('different.');
  });

  it('reads the file again when it changed, and no folder, device or huge file', async () => {
    const file = reportFile();
    const sandbox = await freshSandbox({ compareReport: file });
    expect(wordsOf(await settingsPage(sandbox))).toContain('Checked against the live service on');
    writeFileSync(file, '{');
    expect(wordsOf(await settingsPage(sandbox))).toContain('r.json is not JSON');
    truncateSync(file, 17 * 2 ** 20);
    expect(wordsOf(await settingsPage(sandbox))).toContain(
      'r.json cannot be read: it is larger than 16 MiB.',
    );
    rmSync(file);
    expect(wordsOf(await settingsPage(sandbox))).toContain('r.json cannot be read: it does not exist.');
    mkdirSync(file);
    expect(wordsOf(await settingsPage(sandbox))).toContain(
      'r.json cannot be read: it is not a regular file.',
    );
  });
});

describe('latency: report', () => {
  const times = { settings: { latency: 'report' } } as const;

  it('delays each endpoint as long as the live service took, the same in every run', async () => {
    const delays = async () => {
      const sandbox = await freshSandbox({ ...times, compareReport: reportFile() });
      const faults: (string | null)[] = [];
      for (const path of ['walletB/verify', 'walletB/verify', 'walletA/verify'] as const)
        faults.push((await sandbox.call(path, rightFields[path])).headers.get('x-sandbox-fault'));
      return faults;
    };
    const [one, same] = [await delays(), await delays()];
    expect(one).toEqual(same);
    expect(one.at(-1)).toBeNull();
    for (const fault of one.slice(0, -1)) expect(fault).toMatch(/^latency report: \d{1,3} ms$/);
  });

  it('knows an endpoint by the name that the config gives its gateway', async () => {
    const named = {
      ...whole,
      result: { findings: [], seen: { times: [{ path: 'acme/verify', p50Ms: 5, p95Ms: 5 }] } },
    };
    const compareReport = reportFile(JSON.stringify(named));
    const sandbox = await freshSandbox({ ...times, names: { walletB: 'acme' }, compareReport });
    const { headers } = await sandbox.call('acme/verify', rightFields['walletB/verify']);
    expect(headers.get('x-sandbox-fault')).toBe('latency report: 5 ms');
  });

  it('leaves the errors to the weather', async () => {
    const sandbox = await freshSandbox({
      settings: { ...times.settings, weather: 'storm' },
      compareReport: reportFile(),
    });
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const faults: string[] = [];
    for (let turn = 0; turn < 30; turn += 1)
      faults.push((await sandbox.control('requests/1/replay', { invoice_no: `R-${turn}` })).json.fault);
    expect(faults.some((fault) => fault.startsWith('weather storm: '))).toBe(true);
    // A median of 0 ms counts as 1 ms.
    expect(faults).toContain('latency report: 1 ms');
  });

  it.each([
    [undefined, 'latency: report needs a report of `compare`. Start with --compare-report FILE'],
    ['{', 'latency: report cannot be used. The comparison report'],
    [JSON.stringify({ ...whole, result: { findings: [] } }), 'The comparison report has no times'],
  ])('is refused without times, at the start and later: %j', async (content, why) => {
    const compareReport = content === undefined ? undefined : reportFile(content);
    await expect(freshSandbox({ ...times, compareReport })).rejects.toThrow(why);
    const sandbox = await freshSandbox({ compareReport });
    const { status, json } = await sandbox.control('settings', { latency: 'report' }, 'PATCH');
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(why)]);
    expect(wordsOf((await sandbox.fetch('/_sandbox/faults')).text)).not.toContain('Like the live service');
    await expect(
      sandbox.reconfigure({
        settings: { ...sandbox.runtime.settings.current, latency: 'report' },
        namedSettings: noneNamed,
        accounts: [],
        names: {},
        fixtures: undefined,
      }),
    ).rejects.toThrow(why);
  });

  it('is a choice on the faults page, and stays when the file is gone', async () => {
    const compareReport = reportFile();
    const sandbox = await freshSandbox({ compareReport });
    expect(wordsOf((await sandbox.fetch('/_sandbox/faults')).text)).toContain('Like the live service');
    await sandbox.control('settings', { latency: 'report' }, 'PATCH');
    rmSync(compareReport);
    const { status } = await sandbox.control('settings', { weather: 'rainy' }, 'PATCH');
    expect(status).toBe(200);
  });
});
