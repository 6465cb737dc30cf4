import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { beforeAll, describe, expect, test } from 'vitest';
import { docBlocks } from '../support/doc-blocks.ts';
import { type MerchantProject, merchantProject } from './merchant-project.ts';
import { runners, suiteFiles } from './merchant-suites.ts';
import { packedFile } from './packed.ts';
import { looseCalls, rightCalls, wrongCalls } from './typed-calls.ts';

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

describe('The packed file in a project of a stranger', () => {
  let project: MerchantProject;
  beforeAll(async () => {
    project = await merchantProject();
  }, 240_000);

  test('installs under 31.5 MB, and runs no install script', () => {
    const { bytes, packages } = project.installed;
    expect(Object.keys(packages).filter(Boolean).sort()).toEqual([
      'node_modules/better-sqlite3',
      'node_modules/gateway-sandbox',
      'node_modules/node-addon-api',
    ]);
    expect(Object.values(packages).filter((each) => each.hasInstallScript)).toEqual([]);
    expect(bytes).toBeLessThan(31.5e6);
  });

  test('publint and Are The Types Wrong find nothing, for any way to resolve modules', async () => {
    const bytes = new Uint8Array(readFileSync(await packedFile()));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    expect(messages).toEqual([]);
    expect(await checkPackage(createPackageFromTarballData(bytes))).toMatchObject({ problems: [] });
  });

  test('is loaded by import and by require, every entry, with the same names', async () => {
    const entries = ['', '/client', '/playwright', '/vitest'].map((entry) => `gateway-sandbox${entry}`);
    project.write(
      'entries.mjs',
      `import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      for (const name of ${JSON.stringify(entries)})
        console.log(Object.keys(await import(name)).sort().join(), Object.keys(require(name)).sort().join());`,
    );
    expect(await project.run('node', ['entries.mjs'])).toEqual({
      code: 0,
      stdout: [
        'SandboxError,startSandbox SandboxError,startSandbox',
        'AccountClient,SandboxClient,SandboxError AccountClient,SandboxClient,SandboxError',
        'payOn,sandboxFixtures payOn,sandboxFixtures',
        'sandboxFixtures sandboxFixtures\n',
      ].join('\n'),
      stderr: '',
    });
  });

  test.each(['mts', 'cts'])('its types refuse wrong calls, in a .%s file', async (extension) => {
    project.write(`right.${extension}`, rightCalls);
    project.write(`wrong.${extension}`, wrongCalls);
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
    const files = [`right.${extension}`, `wrong.${extension}`];
    const compiled = await project.run('node', [compiler, '--noEmit', '--types', '', ...strict, ...files]);
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('its types serve a project without strictNullChecks', async () => {
    project.write('loose.mts', looseCalls);
    const loose = ['--strict', 'false', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
    const compiled = await project.run('node', [compiler, '--noEmit', '--types', '', ...loose, 'loose.mts']);
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('its types need no newer library than that of ES2020', async () => {
    const entries = ['', '/client', '/playwright', '/vitest'];
    const lines = entries.map((entry, at) => `export * as entry${at} from 'gateway-sandbox${entry}';`);
    project.write('old.mts', lines.join('\n'));
    const old = ['--strict', '--module', 'nodenext', '--target', 'es2020', '--lib', 'es2020,dom'];
    const compiled = await project.run('node', [compiler, '--noEmit', '--types', '', ...old, 'old.mts']);
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  describe('with Vitest, Jest and node:test', () => {
    beforeAll(() => {
      for (const runner of Object.values(runners)) {
        for (const [file, text] of Object.entries(suiteFiles(runner))) project.write(file, text);
      }
      const docs = docBlocks('client.md').find(({ heading }) => heading === 'In Jest');
      project.write('from-the-docs/pay.test.js', docs?.code ?? '');
      project.write(
        'failing/pay.test.js',
        `test('pays', async () => {
          const { GATEWAY_URL, GATEWAY_API_KEY, GATEWAY_ACCESS_TOKEN } = process.env;
          const answer = await fetch(GATEWAY_URL + '/api/v1/transaction/cardgw/confirm', {
            method: 'POST',
            headers: { Authorization: 'Bearer ' + GATEWAY_ACCESS_TOKEN, 'X-API-KEY': GATEWAY_API_KEY },
            body: new URLSearchParams({ amount: '10.00', invoice_no: 'INV-7', return_url: 'http://127.0.0.1:9/' }),
          });
          expect(answer.status).toBe(201);
        });`,
      );
      const commands = Object.values(runners).map(({ command }) => command);
      const scripts = {
        test: commands.join(' && '),
        'test:docs': 'jest from-the-docs --testTimeout 30000',
        'test:failing': 'jest failing --testTimeout 30000',
      };
      project.write('package.json', JSON.stringify({ name: 'shop', private: true, scripts }));
    });

    test('npx gateway-sandbox exec -- npm test: files in parallel, of their own sandbox and as tenants of one', async () => {
      const { code, stdout, stderr } = await project.run('npx', [
        'gateway-sandbox',
        'exec',
        '--',
        'npm',
        'test',
      ]);
      expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(/^ +Tests +3 passed \(3\)$/m)]);
      expect(stderr).toMatch(/^Tests: +3 passed, 3 total$/m);
      expect(stdout).toMatch(/^# tests 3\n(?:# .*\n)*# pass 3\n# fail 0$/m);
      expect(stderr).not.toContain('Warning');
    });

    test('a failing test ends exec with its code, and the payment is printed with its timeline', async () => {
      const command = ['gateway-sandbox', 'exec', '--', 'npm', 'run', 'test:failing'];
      const { code, stderr } = await project.run('npx', command);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Tests: +1 failed, 1 total$/m)]);
      expect(stderr).toMatch(/Payments that were not completed\n\ntransaction +100001\n/);
      expect(stderr).toMatch(/ transaction\.started +gateway=cardgw/);
    });

    test('docs/client.md, In Jest: runs as it stands', async () => {
      const { code, stderr } = await project.run('npm', ['run', 'test:docs']);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^Tests: +1 passed, 1 total$/m)]);
    });
  });
});
