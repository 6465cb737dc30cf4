import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliResult, cliSandbox, runCli, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

it('transactions ID --export FILE on one machine, start --from FILE on another', async () => {
  const folder = testFolder();
  const file = join(folder, 'story.json');
  const sandbox = await cliSandbox();
  const run = (...args: string[]) => cliResult([...args, '--url', sandbox.url], { cwd: folder });
  await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'B-1' });
  expect(await run('transactions', '100001', '--export', 'story.json')).toMatchObject({
    code: 0,
    stdout: 'Payment 100001 is in story.json. Open it with: gateway-sandbox start --from story.json\n',
  });
  expect((await run('transactions', '100001', '--export', 'story.json')).stderr).toBe(
    'story.json exists. Name a new file.\n',
  );
  expect(await run('transactions', '--export', 'x.json')).toMatchObject({
    code: 2,
    stderr: '--export writes one payment: name its ID.\n',
  });
  expect((await run('transactions', '9', '--export', 'x.json')).stderr).toBe(
    'There is no transaction "9".\n',
  );
  const { stdout } = await run('transactions', '100001', '--export', '-');
  expect(JSON.parse(stdout)).toMatchObject({ format: 'gateway-sandbox story', transaction_id: '100001' });

  const other = runCli(['start', '--port', '0', '--from', file]);
  const banner = await other.printed(/Ctrl-C/);
  const [url = ''] = /http:\S*\/_sandbox\/stories\/\w{12}\/transactions\/100001/.exec(banner) ?? [];
  expect(await (await fetch(url)).text()).toMatch(/Imported payment[\s\S]*B-1/);
  expect((await signalled(other, 'SIGTERM')).code).toBe(0);

  // As Windows tools save it: the same payment at the same path.
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  const marked = await cliSandbox(['--from', file]);
  expect((await fetch(`${marked.url}${new URL(url).pathname}`)).status).toBe(200);

  writeFileSync(file, `${readFileSync(file, 'utf8').slice(0, 400)}`);
  expect(await cliResult(['start', '--port', '0', '--from', file])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The payment file cannot be opened: it is not JSON, or is cut off.\n',
  });

  writeFileSync(file, '{"format":"gateway-sandbox story","version":1,"transaction_id":"\\u001b[2J"}');
  const hostile = await cliResult(['start', '--port', '0', '--from', file]);
  expect([hostile.code, hostile.stdout]).toEqual([1, '']);
  expect(hostile.stderr).toMatch(/^The payment file cannot be opened: it has a wrong [^\p{Cc}]+\n$/u);
});
