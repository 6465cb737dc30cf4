import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../../src/config/member-values.ts';
import { type CliOptions, cliResult, cliSandbox, type Ended, signalled } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { executableFile } from './packed.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

describe('The container', () => {
  const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-container-'));
  const image = join(place, 'image');
  beforeAll(async () => {
    const assemble = join(root, 'scripts/container/assemble.sh');
    execFileSync(assemble, [await executableFile(), image], { stdio: 'pipe' });
    // mkdtemp creates it for its owner only.
    execFileSync('chmod', ['755', place]);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Runs as the image's user with the image's environment. Only the volume is writable. */
  function inside(env: Readonly<Record<string, string>> = {}): CliOptions {
    const program = join(image, 'usr/local/bin/gateway-sandbox');
    const nowhere = { PATH: '', HOME: '/nonexistent', TMPDIR: '/nonexistent', XDG_DATA_HOME: '/nonexistent' };
    const own = { XDG_CACHE_HOME: join(image, 'var/cache'), GATEWAY_SANDBOX_HOST: '0.0.0.0' };
    const options = { cwd: join(image, 'data'), env: { ...nowhere, ...own, ...env } };
    if (getuid?.() !== 0) return { ...options, executable: program };
    const asUser = [
      '--reuid=10001',
      '--regid=10001',
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ];
    return { ...options, executable: '/usr/bin/setpriv', before: [...asUser, program] };
  }

  test('its files belong to root and can be read by all; its volume belongs to its user alone', () => {
    const rights = (path: string) => (statSync(join(image, path)).mode & 0o777).toString(8);
    expect(['usr/local/bin/gateway-sandbox', 'var/cache/gateway-sandbox', 'data'].map(rights)).toEqual([
      '755',
      '755',
      '700',
    ]);
    expect(statSync(join(image, 'data')).uid).toBe(getuid?.() === 0 ? 10_001 : getuid?.());
    expect(readFileSync(join(image, 'usr/local/share/doc/gateway-sandbox/copyright'), 'utf8')).toContain(
      'Node.js',
    );
  });

  test('starts as a user without a home, where nothing can be written; keeps its data on the volume', async () => {
    const first = await cliSandbox(['--data', 'sandbox.db'], inside());
    expect(first.token).toMatch(/^token_/);
    expect((await fetch(`${first.url}/_sandbox/`)).status).toBe(401);
    await first.call('walletB/verify', { mobile_number: '0945678901', amount: '10.00' });
    expect(await signalled(first, 'SIGTERM')).toMatchObject({ code: 0, signal: null });
    const again = await cliSandbox(
      ['--data', 'sandbox.db'],
      inside({ GATEWAY_SANDBOX_TOKEN: 'given-by-hand' }),
    );
    expect((await control(again.control_url, 'requests', 'given-by-hand')).data).toMatchObject([
      { path: '/api/v1/transaction/walletB/verify' },
    ]);
  });

  describe('its health check finds the sandbox', () => {
    const check = join(image, 'usr/local/bin/gateway-sandbox-health');

    function healthOf(pid: number, env: Readonly<Record<string, string>> = {}, cwd?: string): Promise<Ended> {
      const { before = [], executable = '', ...options } = inside(env);
      const command = before.length === 0 ? [] : [...before.slice(0, -1), check];
      return cliResult([...command, String(pid)], {
        ...options,
        executable: before.length === 0 ? check : executable,
        ...(cwd !== undefined && { cwd }),
      });
    }

    test('is the one that the Dockerfile names', () => {
      expect(/^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile)?.[1]).toBe('["gateway-sandbox-health"]');
    });

    test('by its --port, over its environment, without a token', async () => {
      const env = { GATEWAY_SANDBOX_PORT: '9' };
      const { pid, token } = await cliSandbox(['--port', String(await freePort())], inside(env));
      expect(token).toBeDefined();
      expect(await healthOf(pid, env)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    });

    test('by its environment', async () => {
      const { pid, url } = await cliSandbox([], inside());
      const { port } = new URL(url);
      const env = { GATEWAY_SANDBOX_PORT: port };
      // Process `pid` was started with `--port 0`, but the test's own process was not.
      expect(await healthOf(process.pid, env)).toMatchObject({ code: 0, stderr: '' });
      process.kill(pid, 'SIGKILL');
      await expect.poll(async () => (await healthOf(process.pid, env)).code).toBe(1);
    });

    test.each([['--https'], ['--https', '--host=127.0.0.1']])('over HTTPS with %j', async (...flags) => {
      const env = { XDG_DATA_HOME: join(image, 'data') };
      const { pid } = await cliSandbox([...flags, '--port', String(await freePort())], inside(env));
      expect(await healthOf(pid, env)).toMatchObject({ code: 0, stderr: '' });
    });
  });

  test('--https keeps its CA on the volume, which the image names', async () => {
    const [, folder] = /\bXDG_DATA_HOME=(\S+)/.exec(dockerfile) ?? [];
    expect(folder).toBe(/^VOLUME (\S+)$/m.exec(dockerfile)?.[1]);
    const data = join(image, 'data');
    const { ca } = await cliSandbox(['--https'], inside({ XDG_DATA_HOME: data }));
    expect(ca).toBe(join(data, 'gateway-sandbox/ca.pem'));
  });

  test('the Dockerfile installs dependencies before it copies the sources, calls one script, and runs as the user of the volume', () => {
    const steps = [...dockerfile.matchAll(/^(?:RUN|COPY) (\S+ \S+)/gm)].map(([, step]) => step);
    expect(steps).toEqual([
      'package.json package-lock.json',
      'npm ci',
      '. .',
      'scripts/container/build.sh /image',
      '--from=build /image',
    ]);
    expect(existsSync(join(root, 'scripts/container/build.sh'))).toBe(true);
    expect(/^USER (.*)$/m.exec(dockerfile)?.[1]).toBe('10001:10001');
    const forms = [...dockerfile.matchAll(/^(?:ENTRYPOINT|CMD) (.*)$/gm)].map(([, form = '']) =>
      JSON.parse(form),
    );
    expect(forms).toEqual([['gateway-sandbox'], ['start']]);
  });

  test('examples/compose: its sandbox starts as it is configured there', async () => {
    // Compose's documented format. A different one fails here.
    const { services } = parse(readFileSync(join(root, 'examples/compose/compose.yaml'), 'utf8')) as {
      services: Record<
        string,
        {
          build?: string;
          command: unknown;
          environment: Record<string, string>;
          depends_on?: object;
          working_dir?: string;
        }
      >;
    };
    const { sandbox, shop } = services;
    expect(existsSync(join(root, 'examples/compose', sandbox?.build ?? 'none', 'Dockerfile'))).toBe(true);
    expect(Object.keys(sandbox?.environment ?? {}).filter((name) => !(name in variables))).toEqual([]);
    expect(sandbox?.command).toEqual(['start', '--data', '/data/sandbox.db']);
    const running = await cliSandbox(['--data', 'compose.db'], inside(sandbox?.environment));
    const answer = await running.call('cardgw/confirm', {
      amount: '25.50',
      invoice_no: 'C-1',
      lang: 'en',
      return_url: `${shop?.environment.MERCHANT_URL}/return`,
    });
    expect(answer.json.result.redirect_url).toMatch(/^http:\/\/localhost:4700\//);
  });
});

async function control(url: string, path: string, token: string) {
  const answer = await fetch(`${url}/${path}`, { headers: { Authorization: `Bearer ${token}` } });
  // The control API's answer.
  return (await answer.json()) as { data: readonly object[] };
}
