import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportKind, reportVersion } from '../../src/comparison/report-format.ts';
import { startSandbox } from '../../src/index.ts';
import { cliResult, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { liveService } from './live.ts';

const keys = ['--api-key', 'demo_api_key', '--access-token', 'demo_test_token'];

describe('compare cannot begin', () => {
  it.each([
    [[], 'Which service, with which keys?'],
    [
      ['--base-url', 'api.example.com', ...keys],
      '--base-url "api.example.com" is not an http or https address.',
    ],
    [
      ['--base-url', 'http://example.com', ...keys],
      '--base-url "http://example.com" would send your keys unencrypted. Use https.',
    ],
    [['--base-url', 'https://u:p@example.com', ...keys], '--base-url must not contain a user or password.'],
    [
      ['--base-url', 'https://example.com', ...keys, '--mobile-number', '12'],
      '--mobile-number "12" is not of the form 09XXXXXXXX.',
    ],
    [['--base-url', 'https://example.com', ...keys, '--allow-lock'], '--allow-lock needs --mobile-number.'],
    [['--base-url', 'https://example.com', ...keys, '--pause', 'x'], '--pause "x" is not a duration'],
    [
      ['--base-url', 'https://example.com', '--api-key', 'a b', '--access-token', 't'],
      '--api-key holds characters that no header can carry. Copy it again.',
    ],
  ])('with %j', async (flags, sentence) => {
    const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox });
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  it('with a live token, without a terminal', async () => {
    const flags = ['--base-url', 'https://127.0.0.1:9', '--api-key', 'k', '--access-token', 'sk_live_1'];
    const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox });
    expect([code, stderr]).toEqual([1, expect.stringContaining('looks like a live one')]);
    const live = await cliResult(['compare', ...flags, '--live'], { env: noSandbox });
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining('it needs a terminal')]);
  });
});

it('compare --dry-run shows every call and sends none', async () => {
  const { code, stdout } = await cliResult(['compare', '--dry-run'], { env: noSandbox });
  expect(code).toBe(0);
  expect(stdout).toContain('json-body: starts a test checkout with its fields as JSON');
  expect(stdout).toMatch(/POST walletA\/verify .*mobile_number=\{mobile\}/);
  const { data } = JSON.parse(
    (await cliResult(['compare', '--dry-run', '--json'], { env: noSandbox })).stdout,
  );
  expect(data.find(({ id }: { id: string }) => id === 'json-body')).toMatchObject({
    does: 'starts a test checkout with its fields as JSON, and one with form fields',
    calls: [{ method: 'POST' }, { method: 'POST' }],
  });
});

describe('compare', () => {
  it('prints the settings, writes them into the config, and keeps a report without secrets', async () => {
    const cwd = testFolder();
    const { url } = await liveService({ requests: { bodies: 'lenient' } });
    const flags = ['--base-url', `${url}/api/v1/`, ...keys, '--pause', '0s', '--report', 'r.json', '--write'];
    const { code, stdout } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'requests.bodies\n    live     takes JSON\n    sandbox  does not take JSON: INVALID_INPUTS\n    set      "lenient"',
    );
    const config: unknown = JSON.parse(readFileSync(join(cwd, 'gateway-sandbox.config.json'), 'utf8'));
    expect(config).toEqual({ settings: { requests: { bodies: 'lenient' } }, compare_report: 'r.json' });
    const report = readFileSync(join(cwd, 'r.json'), 'utf8');
    expect(report).not.toMatch(/demo_api_key|demo_test_token|checkout\?token=/);
    const again = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect(again.stderr).toContain('r.json holds a comparison that is complete. Name a new file.');
    const agreed = await cliResult(['compare', ...flags.slice(0, -3)], { env: noSandbox, cwd });
    expect([agreed.code, agreed.stdout]).toEqual([0, expect.stringContaining('0 contradicted')]);
  });

  it('names the report in the config, for the sandbox to show, and writes the page', async () => {
    const cwd = testFolder();
    const { url } = await liveService({ invoice: { alphabet: 'strict' } });
    const flags = ['--base-url', url, ...keys, '--pause', '0s', '--report', 'r.json', '--write'];
    // A storm in the config must not reach the sandbox that is compared.
    writeFileSync(
      join(cwd, 'gateway-sandbox.config.json'),
      JSON.stringify({ settings: { weather: 'storm', strict: true } }),
    );
    await cliResult(['compare', ...flags, '--html', 'r.html'], { env: noSandbox, cwd });
    expect(JSON.parse(readFileSync(join(cwd, 'gateway-sandbox.config.json'), 'utf8'))).toEqual({
      settings: { weather: 'storm', strict: true, invoice: { alphabet: 'strict' } },
      compare_report: 'r.json',
    });
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain('Characters of an invoice number <code>invoice.alphabet</code>');
    expect(page).not.toMatch(/demo_api_key|demo_test_token|checkout\?token=/);
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    const shown = await startSandbox({ compare_report: join(cwd, 'r.json'), latency: 'report' });
    onTestFinished(() => shown.stop());
    const settingsPage = await (await fetch(`${shown.url}/_sandbox/settings`)).text();
    expect(settingsPage).toContain(
      `Checked against the live service on <bdi dir="ltr">${report.at.slice(0, 10)}</bdi>`,
    );
  });

  it.each(['', 'folder', '/dev/full', 'none/page.html'])(
    'refuses a page that cannot be written: %s',
    async (name) => {
      const cwd = testFolder();
      mkdirSync(join(cwd, 'folder'));
      const flags = ['--base-url', 'http://127.0.0.1:9', ...keys, '--html', name];
      const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
      expect([code, stderr]).toEqual([1, expect.stringContaining(`The page ${name} cannot be written: `)]);
    },
  );

  it('goes on from a report that was interrupted', async () => {
    const cwd = testFolder();
    const { url, requests } = await liveService();
    const flags = ['--base-url', url, ...keys, '--pause', '0s', '--report', 'r.json'];
    await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    const { result: _, ...unfinished } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    writeFileSync(join(cwd, 'r.json'), JSON.stringify(unfinished));
    const before = (await requests.list({ limit: 200 })).data.length;
    const { code } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect(code).toBe(0);
    // Only the calls that check that the service exists.
    expect((await requests.list({ limit: 200 })).data.length - before).toBe(2);
  });

  it.each([
    '{',
    '[]',
    '{"kind":"x"}',
    '\u0000'.repeat(100),
    edited([null]),
    edited([{ path: 'x', status: 422, headers: null, sentAtMs: 0, durationMs: 0 }]),
    edited([{ path: 'x', status: '422', headers: {}, sentAtMs: 0, durationMs: 0 }]),
  ])('leaves a file that is no report as it is: %j', async (text) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'r.json'), text);
    const flags = ['--base-url', 'http://127.0.0.1:9', ...keys, '--report', 'r.json'];
    const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('r.json is not a report')]);
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toBe(text);
  });

  it.each(['fifo', 'folder', '/dev/full'])('refuses a report that is no regular file: %s', async (name) => {
    const cwd = testFolder();
    if (name === 'fifo') execFileSync('mkfifo', [join(cwd, name)]);
    if (name === 'folder') mkdirSync(join(cwd, name));
    const flags = ['--base-url', 'http://127.0.0.1:9', ...keys, '--report', name];
    const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${name} cannot be read: it is not a regular file`),
    ]);
  });

  it('goes on in the file that a link leads to, and leaves no other file', async () => {
    const cwd = testFolder();
    const { url } = await liveService();
    writeFileSync(join(cwd, 'r.json'), edited([], url).replace('"check-order":[]', ''));
    symlinkSync('r.json', join(cwd, 'link.json'));
    const flags = ['--base-url', url, ...keys, '--pause', '0s', '--report', 'link.json'];
    expect((await cliResult(['compare', ...flags], { env: noSandbox, cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toContain('"result":');
    expect(readdirSync(cwd).toSorted()).toEqual(['link.json', 'r.json']);
  });
});

/** A report with these replies to one probe. */
function edited(replies: readonly unknown[], url = 'http://127.0.0.1:9'): string {
  return JSON.stringify({
    kind: reportKind,
    version: reportVersion,
    gateway_sandbox: '0.1.0',
    base_url: url,
    at: '2026-01-01T00:00:00.000Z',
    with_mobile_number: false,
    replies: { 'check-order': replies },
  });
}
