/**
 * Builds, checks that the machine has what the tests need, and runs them.
 *
 *     node scripts/test.ts [--quick] [--all] [--built] [vitest's arguments…]
 *
 * `--quick` runs the tests that start no other program, except those that try thousands of values. `--built`
 * runs the tests of both APIs and the pages with the bundle instead of the sources. `--all` tries every case of
 * the lists and products that `npm test` samples (`test/support/spread.ts`), and runs the tests with other
 * tools (`test/support/slow-files.ts`), as CI does. Checks only the needs of the selected tests: no browser for `--project unit`, and nothing for `test/protocol`. Together, all tests must
 * cover every branch of the files that `vitest.config.ts` names.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, chdir, env, exit, getuid, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { exhaustive, withOtherTools } from '../test/support/slow-files.ts';
import { bundle, projectRoot } from './bundle.ts';
import { noteTest } from './last-test.ts';
import { missingNeeds } from './test-needs.ts';

const quickFolders = ['protocol', 'merchant-api', 'control-api', 'callbacks', 'journal', 'http', 'pages'];

const vitestArguments = askedFor(argv.slice(2));
if ((env.CI || env.TEST_ALL) && vitestArguments.length === 0) env.TEST_BUILT = '1';

provide();
await bundle();
chdir(projectRoot);
// In this process, so that a signal ends the tests too. A child process would not receive it.
argv.splice(2, argv.length, 'run', ...(vitestArguments.length > 0 ? vitestArguments : everything()));
// Vitest sets the exit code.
if (vitestArguments.length === 0)
  process.once('exit', (code) => code === 0 && noteTest(performance.now() / 1000));
await import(pathToFileURL(join(projectRoot, 'node_modules/vitest/vitest.mjs')).href);

/** Converts our arguments to vitest's. */
function askedFor(given: readonly string[]): string[] {
  const others = given.filter((argument) => !['--quick', '--built', '--all'].includes(argument));
  if (given.includes('--all')) env.TEST_ALL = '1';
  if (given.includes('--built')) {
    env.TEST_BUILT = '1';
    return ['--project', 'built', ...others];
  }
  if (!given.includes('--quick')) return others;
  leaveOut(exhaustive);
  return ['--project', 'unit', ...quickFolders.map((name) => `test/${name}/`), ...others];
}

/** Read by `vitest.config.ts`, because `--exclude` does not reach the projects. */
function leaveOut(files: readonly string[]): void {
  env.TEST_LEFT_OUT = files.join(',');
}

/** `npm test`, and with `--all` or in CI also the tests with other tools. */
function everything(): string[] {
  if (!env.TEST_ALL && !env.CI) leaveOut(withOtherTools);
  return ['--coverage'];
}

/** Installs what is missing if we can. Otherwise says how to get it, and exits. */
function provide(): void {
  try {
    const missing = missingNeeds(vitestArguments);
    if (missing.length === 0) return;
    if (isDebianRoot()) install(missing.flatMap(({ debianPackages }) => debianPackages));
    const stillMissing = missingNeeds(vitestArguments);
    if (stillMissing.length === 0) return;
    for (const { howToGet } of stillMissing) console.error(howToGet);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  exit(1);
}

function isDebianRoot(): boolean {
  return platform === 'linux' && getuid?.() === 0 && /^ID=debian$/m.test(osRelease());
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** A failed installation shows up in the next check. */
function install(packages: readonly string[]): void {
  console.log(`The tests need more than is here: installing Debian’s ${packages.join(', ')} with apt-get.`);
  aptGet(['update']);
  aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
}

function aptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'inherit', env });
}
