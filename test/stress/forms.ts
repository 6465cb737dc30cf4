/**
 * Tries every form of the sandbox in difficult environments, and prints a table for the docs. Skips, with a
 * message, what this machine cannot do. Mostly needs Linux and root, and about two minutes.
 *
 *     node test/stress/forms.ts [--chroot FOLDER]... [--only WORD]
 *
 * `--chroot` names the root of another system, such as one from `debootstrap --variant=minbase bullseye
 * FOLDER`. `--only` runs the rows that contain the word. Exits with code 1 if one failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { buildExecutable } from '../../scripts/binary/executable.ts';
import { containerTrials } from './forms/container.ts';
import { executableTrials } from './forms/executable.ts';
import { packageTrials } from './forms/package.ts';
import { proxyTrials } from './forms/proxy.ts';
import { tried } from './forms/trial.ts';

const { values } = parseArgs({
  options: { chroot: { type: 'string', multiple: true }, only: { type: 'string' } },
});
const place = await mkdtemp(join(tmpdir(), 'gateway-sandbox-forms-'));
let failed = 0;
try {
  const executable = await buildExecutable(join(place, 'executable'));
  const trials = [
    ...packageTrials(place),
    ...executableTrials(executable, place, values.chroot ?? []),
    ...containerTrials(executable, place),
    ...proxyTrials(executable, place),
  ].filter(({ form, where }) => `${form} ${where}`.includes(values.only ?? ''));
  console.log('| form | where | result |\n|---|---|---|');
  for (const trial of trials) {
    const { result, ok } = await tried(trial);
    if (!ok) failed += 1;
    console.log(`| ${trial.form} | ${trial.where} | ${result} |`);
  }
} finally {
  await rm(place, { recursive: true, force: true });
}
exit(failed === 0 ? 0 : 1);
