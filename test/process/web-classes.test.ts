import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliSandbox, signalled } from '../support/cli.ts';
import { rightFields } from '../support/sandbox.ts';

const library = join(import.meta.dirname, '../../dist/index.cjs');

it('a payment through the API loads neither HTTP/2 nor Node’s web classes: they would take a sixth of a start', async () => {
  const sandbox = await cliSandbox([], { env: { NODE_OPTIONS: `--import=data:text/javascript,${loaded}` } });
  const verified = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  expect(verified.json).toMatchObject({ status: 200 });
  const { stderr } = await signalled(sandbox, 'SIGTERM');
  const modules = /^loaded: (.*)$/m.exec(stderr)?.[1]?.split(' ') ?? [];
  expect(modules).toContain('http');
  expect(modules.filter((name) => /undici|http2/.test(name))).toEqual([]);
});

const loaded = encodeURIComponent(`
  process.on('exit', () => {
    const names = process.moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13));
    process.stderr.write('loaded: ' + names.join(' ') + '\\n');
  });
`);

it('a sandbox in the process of a test leaves that process its own web classes', () => {
  const script = `
    const before = [Request, Response, Headers];
    require(${JSON.stringify(library)}).startSandbox().then(async (sandbox) => {
      const page = await fetch(sandbox.url + '/_sandbox/inbox');
      const same = [Request, Response, Headers].every((each, index) => each === before[index]);
      console.log(same, page.status, page instanceof Response, new Response('x', { headers: { a: 'b' } }).headers.get('a'));
      await sandbox.stop();
    });`;
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()).toBe('true 200 true b');
});
