import { describe, expect, test } from 'vitest';
import { docBlocks } from '../support/doc-blocks.ts';
import { packageUser, vitestProgram } from '../support/package-user.ts';
import { started } from '../support/started.ts';

describe('docs/client.md, as a user of the built package runs it', () => {
  test('In node:test', async () => {
    const user = packageUser();
    user.write('pay.test.js', fileUnder('In node:test'));
    const report = await user.node(['--test', '--test-reporter=tap']);
    expect(report).toMatch(/^# pass 1$/m);
    expect(report).toMatch(/^# fail 0$/m);
  });

  test('In Vitest', async () => {
    const user = packageUser();
    user.write('pay.test.js', fileUnder('In Vitest'));
    const report = await user.node([vitestProgram, 'run', '--reporter=tap-flat', '--hookTimeout=60000']);
    expect(report).toMatch(/^1\.\.1\nok 1 - pay\.test\.js > nothing is left to be delivered/m);
  });

  test('Connect to a running sandbox', async () => {
    const user = packageUser();
    user.write('elsewhere.js', fileUnder('Connect to a running sandbox'));
    const { url } = await started();
    expect(await user.node(['elsewhere.js'], { GATEWAY_SANDBOX_URL: url })).toBe('');
  });

  test('Parallel files', async () => {
    const user = packageUser();
    // A path longer than an account's name may be.
    const file = `${'folder/'.repeat(15)}file.js`;
    user.write(file, `${fileUnder('Parallel files')}\nconsole.log(sandbox.url, sandbox.account.id);`);
    const running = await started();
    const printed = await user.node([file], { GATEWAY_SANDBOX_URL: running.url });
    const [, tenant] = await running.accounts.list();
    expect(printed).toBe(`${running.url} ${tenant?.id}\n`);
    expect(tenant?.name).toBe('file.js');
  });

  test('In Playwright', async () => {
    const user = packageUser();
    user.write('pay.js', `${fileUnder('In Playwright')}\nconsole.log(typeof payOn);`);
    expect(await user.node(['pay.js'])).toBe('function\n');
  });
});

describe('gateway-sandbox/client', () => {
  test('has no dependency and nothing of Node’s: no import but chunks of its own', async () => {
    const user = packageUser();
    user.write(
      'deny.js',
      `import { registerHooks } from 'node:module';
      registerHooks({
        resolve(specifier, context, next) {
          const from = context.parentURL ?? '';
          if (from.includes('/dist/') && !specifier.startsWith('.')) throw new Error('imports ' + specifier);
          return next(specifier, context);
        },
      });
      await import('gateway-sandbox/client');`,
    );
    expect(await user.node(['deny.js'])).toBe('');
  });

  test('works without what Node.js 20 lacks', async () => {
    const user = packageUser();
    user.write(
      'older.js',
      `for (const [owner, names] of [
        [Promise, ['withResolvers', 'try']],
        [URL, ['parse']],
        [Array, ['fromAsync']],
        [Object, ['groupBy']],
        [Map, ['groupBy']],
        [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']],
        [Iterator.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'toArray', 'some', 'find', 'forEach']],
        [RegExp, ['escape']],
      ])
        for (const name of names) delete owner[name];
      const { SandboxClient } = await import('gateway-sandbox/client');
      const sandbox = await SandboxClient.connect(process.env.GATEWAY_SANDBOX_URL);
      await sandbox.events.list();
      await sandbox.transactions.list();
      await sandbox.clock.advance('1h');
      await sandbox.callbacks.settled();
      console.log(sandbox.account.id);`,
    );
    const { url } = await started();
    expect(await user.node(['older.js'], { GATEWAY_SANDBOX_URL: url })).toBe('demo\n');
  });
});

test('An uncaught error of the package is printed with a short line of source', async () => {
  const user = packageUser();
  user.write('plain.js', `import { startSandbox } from 'gateway-sandbox';\nawait startSandbox({ nope: 1 });`);
  const { stderr } = await user.node(['plain.js']).catch((error) => error);
  expect(stderr).toMatch(/^ConfigError: config: unknown "nope"\.$/m);
  expect(stderr.length).toBeLessThan(2000);
});

function fileUnder(heading: string): string {
  const block = docBlocks('client.md').find((each) => each.heading === heading);
  if (!block) throw new Error(`docs/client.md has no code under "${heading}".`);
  return block.code;
}
