import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { packageUser, vitestProgram } from '../support/package-user.ts';

describe('gateway-sandbox/vitest, with Vitest and the built package', () => {
  test('docs/client.md, Your app and the sandbox in one test: runs as it stands', async () => {
    const [shop, pay] = blocksOf('docs/client.md').filter(
      ({ heading }) => heading === 'Your app and the sandbox in one test',
    );
    expect(pay?.code.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(blocksOf('README.md').find(({ language }) => language === 'js')?.code).toBe(pay?.code);
    const user = packageUser();
    user.write('shop.mjs', shop?.code ?? '');
    user.write('verify.mjs', readFileSync('fixtures/snippets/verify.mjs', 'utf8'));
    user.write('pay.test.js', pay?.code ?? '');
    const report = await user.node([vitestProgram, 'run', '--reporter=tap-flat', '--testTimeout=60000']);
    expect(report).toMatch(
      /^1\.\.1\nok 1 - pay\.test\.js > my app takes a payment, its callback arrives, and the order is paid/m,
    );
  });

  test('a file shares one sandbox and one app, which a test that needs no app does not start', async () => {
    const user = packageUser();
    user.write(
      'app.test.js',
      `import { expect, test as base } from 'vitest';
      import { sandboxFixtures } from 'gateway-sandbox/vitest';
      let made = 0;
      const app = (sandbox) => ({ fetch: () => Response.json([++made, sandbox.url]) });
      const test = base.extend(sandboxFixtures({ app, sandbox: { settings: { otp: { policy: 'fixed' } } } }));
      let url;
      test('no app', async ({ sandbox }) => {
        url = sandbox.url;
        expect((await sandbox.settings.read()).otp.policy).toBe('fixed');
        expect(made).toBe(0);
      });
      test('one', async ({ app }) => expect(await (await fetch(app.url)).json()).toEqual([1, url]));
      test('two', async ({ app }) => expect(await (await fetch(app.url)).json()).toEqual([2, url]));`,
    );
    const report = await user.node([vitestProgram, 'run', '--reporter=tap-flat', '--testTimeout=60000']);
    expect(report).toMatch(/^1\.\.3\nok 1 .*\n(?:.*\n)*?ok 2 .*\n(?:.*\n)*?ok 3 /m);
  });
});
