import { describe, expect, it } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { cliResult, cliSandbox, runCli, signalled } from '../support/cli.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const time = '\\d\\d:\\d\\d:\\d\\d';

describe('gateway-sandbox logs', () => {
  it('prints what is kept, or what is newer, as the terminal of start does', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.control('clock/advance', { by: '1h' });
    await sandbox.call('walletB/verify', { mobile_number: '1' });
    const env = { GATEWAY_SANDBOX_URL: url };
    const { stdout, stderr } = await cliResult(['logs', '--since', '10m'], { env });
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      new RegExp(
        `${time}  sandbox       clock frozen at .*\\n${time}  page          expired  .*\\n${time}  422 .{8}  walletB/verify          1  INVALID_INPUTS\\n.*${url}/_sandbox/requests/2\\n$`,
      ),
    );
    const all = await cliResult(['logs', '--json'], { env });
    expect(
      all.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['call', 'sandbox', 'page', 'call']);
    expect(await cliResult(['logs', '--since', 'now'], { env })).toMatchObject({ code: 0, stdout: '' });
  });

  it.each([{ data: dataFile }, { data: undefined }])(
    '--follow goes on after the sandbox was restarted: $data',
    async ({ data }) => {
      const kept = data ? ['--data', data()] : [];
      const first = await cliSandbox(kept);
      const { port } = new URL(first.url);
      const logs = runCli(['logs', '--follow', '--json', '--since', 'now', '--url', first.url]);
      // Prints only what happens after the command has started to follow.
      await expect
        .poll(async () => {
          await first.call('walletB/verify', rightFields['walletB/verify']);
          return logs.stdout();
        })
        .toContain('"kind":"call"');
      await signalled(first, 'SIGTERM');
      await expect.poll(() => logs.stderr()).toContain('has stopped. Waiting for it to start again');
      const second = await cliSandbox(['--port', port, ...kept]);
      await second.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'AFTER-1' });
      await logs.printed(/AFTER-1/);
      await expect.poll(() => logs.stderr()).toMatch(/\nThe sandbox is back\.\n$/);
      const ids = logs
        .stdout()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ kind }) => kind === 'call')
        .map(({ id, path }) => `${id} ${path}`);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('without a sandbox: one sentence, exit code 1', async () => {
    expect(await cliResult(['logs', '--follow', '--url', 'http://127.0.0.1:9'])).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^No sandbox answers at http:\/\/127\.0\.0\.1:9\. .*\n$/),
    });
  });
});
