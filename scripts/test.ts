/**
 * Builds, checks that the machine has what the tests need, and runs them.
 *
 *     node scripts/test.ts [--quick] [--all] [--built] [vitest's arguments…]
 *
 * Without arguments, runs what a developer waits for before a commit. With `CI` set, also runs the tests in
 * depth and with other tools (`test/support/slow-files.ts`) and the tests of both APIs and the pages with the
 * bundle, and fails if the tests of the rules leave out a branch of the files that `vitest.config.ts` names.
 * `--all` does the same with every case of the lists and products that are otherwise sampled
 * (`test/support/spread.ts`). `--quick` runs the tests that start no other program, `--built` those with the
 * bundle. Checks only the needs of the selected tests: no browser for `--project unit`, and nothing for
 * `test/protocol`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, chdir, env, exit, getuid, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { exhaustive, inDepth, withOtherTools } from '../test/support/slow-files.ts';
import { bundle, projectRoot } from './bundle.ts';
import { noteTest } from './last-test.ts';
import { missingNeeds, slowNeeds } from './test-needs.ts';

const quickFolders = ['protocol', 'merchant-api', 'control-api', 'callbacks', 'journal', 'http', 'pages'];

const vitestArguments = askedFor(argv.slice(2));
const isWhole = vitestArguments.length === 0;
const isInDepth = Boolean(env.CI || env.TEST_ALL);
if (isWhole) choose();

provide();
await bundle();
chdir(projectRoot);
// In this process, so that a signal ends the tests too. A child process would not receive it.
argv.splice(2, argv.length, 'run', ...vitestArguments);
// Vitest sets the exit code.
if (isWhole && !isInDepth) process.once('exit', (code) => code === 0 && noteTest(performance.now() / 1000));
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
  leaveOut([...exhaustive, ...inDepth]);
  return ['--project', 'unit', ...quickFolders.map((name) => `test/${name}/`), ...others];
}

/** Read by `vitest.config.ts`, because `--exclude` does not reach the projects. */
function leaveOut(files: readonly string[]): void {
  env.TEST_LEFT_OUT = files.join(',');
}

/** Chooses what runs without arguments. */
function choose(): void {
  if (isInDepth) {
    env.TEST_BUILT = '1';
    env.TEST_BRANCHES = '1';
  } else {
    leaveOut([...exhaustive, ...inDepth, ...withOtherTools]);
  }
}

/** Installs what is missing if we can, and in CI also what is faster. If something is still missing, says how to get it, and exits. */
function provide(): void {
  try {
    const missing = missingNeeds(vitestArguments);
    const wanted = env.CI ? [...missing, ...slowNeeds(vitestArguments)] : missing;
    if (wanted.length === 0) return;
    if (isDebianRoot()) install(wanted.flatMap(({ debianPackages }) => debianPackages));
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
  console.log(
    `The tests need more than is here, or a faster browser: installing Debian’s ${packages.join(', ')} with apt-get.`,
  );
  aptGet(['update']);
  aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
}

function aptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'inherit', env });
}
