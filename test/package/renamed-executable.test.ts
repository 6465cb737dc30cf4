import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CliOptions, cliResult, cliSandbox, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshHoldingMerchant } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';
import { executableFile } from './packed.ts';

it.each(['', ', also after it was replaced'])(
  'The standalone executable under another name: stop waits for its process, until its data file is free%s',
  async (replaced) => {
    const cwd = testFolder();
    const file = join(cwd, 'gw');
    copied(await executableFile(), file);
    // Not by its path, which has the name of the product too.
    const options: CliOptions = { executable: './gw', cwd, env: noSandbox };
    const sandbox = await cliSandbox(['--data', 'a.db'], options);
    if (replaced) {
      rmSync(file);
      copied(await executableFile(), file);
    }
    const app = await freshHoldingMerchant();
    const { json } = await sandbox.call('aggregator/confirm', {
      ...rightFields['aggregator/confirm'],
      callback_url: app.url,
    });
    const approve = ['checkouts', 'approve', json.result.redirect_url, '--url', sandbox.url];
    expect(await cliResult(approve, options)).toMatchObject({ code: 0 });
    await app.arrived(1);
    // The callback that is being sent gets 5 s.
    expect(await cliResult(['stop', '--url', sandbox.url], options)).toMatchObject({ code: 0 });
    expect(await cliResult(['compact', 'a.db'], options)).toMatchObject({ code: 0, stderr: '' });
  },
);

/** By another process: a program that a test beside this one starts would inherit the file that we write, and keep it busy. */
function copied(from: string, to: string): void {
  execFileSync('cp', [from, to]);
}
