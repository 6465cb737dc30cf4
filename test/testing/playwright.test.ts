import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type SandboxFixtures, sandboxFixtures } from '../../src/playwright.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { packageUser } from '../support/package-user.ts';
import type { PlaywrightTestArgs, TestType } from './playwright-types.ts';

/** As in docs/client.md. Playwright itself is not installed for the tests. */
const [shop] = blocksOf('docs/client.md').filter(({ name }) => name === 'shop.mjs');

test('gateway-sandbox/playwright: a sandbox and an app for each worker, and the app’s address as baseURL', async () => {
  const user = packageUser();
  user.write('shop.mjs', shop?.code ?? '');
  user.write('verify.mjs', readFileSync('fixtures/snippets/verify.mjs', 'utf8'));
  const fixtures = sandboxFixtures({ app: 'node shop.mjs', cwd: user.folder });
  const [useSandbox, ofSandbox] = fixtures.sandbox;
  const [useApp, ofApp] = fixtures.app;
  expect([ofSandbox, ofApp]).toEqual([{ scope: 'worker' }, { scope: 'worker' }]);
  let baseURL = '';
  await useSandbox({}, (sandbox) =>
    useApp({ sandbox }, async (app) => {
      await fixtures.baseURL({ app }, async (url) => {
        baseURL = url;
        expect(url).toBe(app.url);
        const body = JSON.stringify({ id: 'A-1', amount: '25.50' });
        const ordered = await fetch(`${url}/orders`, { method: 'POST', body, redirect: 'manual' });
        await sandbox.checkouts.approve(ordered.headers.get('location') ?? '');
        await sandbox.callbacks.settled();
        expect(await (await fetch(`${url}/orders/A-1`)).json()).toMatchObject({ status: 'paid' });
      });
    }),
  );
  await nobodyAnswers(baseURL);
});

test('Playwright reads from the text of a fixture which others it needs, in the built package too', async () => {
  const user = packageUser();
  user.write(
    'read.js',
    `import { sandboxFixtures } from 'gateway-sandbox/playwright';
    const { sandbox, app, baseURL } = sandboxFixtures({ app: 'true' });
    for (const each of [sandbox[0], app[0], baseURL]) console.log(/^async ?\\(\\{\\s*(.*?)\\s*[:}]/.exec(each.toString())?.[1]);`,
  );
  expect(await user.node(['read.js'])).toBe('\nsandbox\napp\n');
});

test('its types fit `test.extend` of Playwright, as in docs/client.md', () => {
  const options = { app: 'true' };
  const base = { extend: (fixtures: object) => fixtures } as unknown as TestType<
    PlaywrightTestArgs,
    Record<never, never>
  >;
  const use = (extended: TestType<PlaywrightTestArgs, SandboxFixtures>) => extended;
  // The test is that these compile, and that the other spellings do not.
  // biome-ignore lint/complexity/noBannedTypes: as Playwright's documentation writes it
  expect(use(base.extend<{}, SandboxFixtures>(sandboxFixtures(options)))).toHaveProperty('baseURL');
  // @ts-expect-error the fixtures of a worker come second
  base.extend<SandboxFixtures>(sandboxFixtures(options));
});
