import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/bundle.ts';
import { bugReport } from '../../src/host/bug-report.ts';
import { cliResult, cliSandbox, imported, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

describe('An internal error', () => {
  it('is reported whatever places its message names: of another machine, of no file, with an invalid source map', () => {
    const folder = testFolder();
    const file = join(folder, 'a.js');
    writeFileSync(`${file}.map`, 'no map');
    const words = `file://other.example/a.js:1:2 file:///%2F:3:4 ${file}:5:6`;
    expect(bugReport(new Error(words))).toContain(`Error: ${words}\n`);
  });

  it('is told on the terminal with the line of our sources, once, while the sandbox goes on', async () => {
    const sandbox = await cliSandbox([], { env: { NODE_OPTIONS: brokenFor('demo_api_key') } });
    const verify = () => sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(await verify()).toMatchObject({ json: { error: { code: 'BACKEND_ERROR' } } });
    expect(await verify()).toMatchObject({ json: { error: { code: 'BACKEND_ERROR' } } });
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
    const { stderr } = await signalled(sandbox, 'SIGTERM');

    expect(stderr.match(/Internal error in gateway-sandbox \(gateway-sandbox /g)).toHaveLength(1);
    expect(stderr).toContain('TypeError: broken by the test');
    const [, line] = /src\/merchant-api\/misplaced-keys\.ts:(\d+)/.exec(stderr) ?? [];
    const source = readFileSync(join(projectRoot, 'src/merchant-api/misplaced-keys.ts'), 'utf8');
    expect(source.split('\n')[Number(line) - 1]).toContain('encodeURIComponent');
  });

  it('on a page is told there too', async () => {
    const sandbox = await cliSandbox([], { env: { NODE_OPTIONS: brokenFor('demo') } });
    expect((await fetch(`${sandbox.url}/_sandbox/account`)).status).toBe(500);
    const { stderr } = await signalled(sandbox, 'SIGTERM');
    expect(stderr).toMatch(/at .*\(src\/pages\/dashboard\/account-model\.ts:\d+\)/);
  });

  it('that nothing has caught is reported, once, while the sandbox goes on', async () => {
    const script = `process.on('SIGUSR2', () => {
      for (let times = 0; times < 2; times += 1)
        setTimeout(() => { throw new Error('nothing catches it', { cause: 'the test' }); });
      Promise.reject(new Error('nobody awaits it'));
    });`;
    const sandbox = await cliSandbox([], { env: { NODE_OPTIONS: imported(script) } });
    sandbox.process.kill('SIGUSR2');
    await expect.poll(sandbox.stderr).toMatch(/Error: nothing catches it\n[\s\S]*\ncaused by: the test\n/);
    await expect.poll(sandbox.stderr).toContain('Error: nobody awaits it\n');
    expect(await sandbox.call('walletA/verify', rightFields['walletA/verify'])).toMatchObject({
      status: 200,
    });
    const { code, stderr } = await signalled(sandbox, 'SIGTERM');
    expect({ code, reports: stderr.match(/Please report it:/g)?.length }).toEqual({ code: 0, reports: 2 });
  });

  it('that nothing has caught before it is ready ends it with exit code 1', async () => {
    const script = "setImmediate(() => { throw new Error('nothing catches it'); })";
    const { code, stdout, stderr } = await cliResult(['start', '--port', '0'], {
      env: { NODE_OPTIONS: imported(script) },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Internal error in gateway-sandbox .*Please report it:\nError: nothing catches it\n/,
    );
  });
});

/** Node flags that make the built-in `encodeURIComponent` throw for one text. */
function brokenFor(text: string): string {
  const script = `const whole = encodeURIComponent;
    globalThis.encodeURIComponent = (given) => {
      if (given === '${text}') throw new TypeError('broken by the test');
      return whole(given);
    };`;
  return imported(script);
}
