/**
 * Builds, makes sure of a browser, and runs the tests.
 *
 *     node scripts/test.ts [vitest's arguments…]
 *
 * With `--project unit` no browser is looked for.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, chdir, exit, getuid, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { findBrowser, howToGetBrowser } from '../test/support/browser.ts';
import { bundle, projectRoot } from './bundle.ts';

const vitestArguments = argv.slice(2);

if (!/--project[= ]unit\b/.test(vitestArguments.join(' '))) requireBrowser();
await bundle();
chdir(projectRoot);
// In this process, so that a signal to it ends the tests too: of a child it would know nothing.
argv.splice(2, argv.length, 'run', ...vitestArguments);
await import(pathToFileURL(join(projectRoot, 'node_modules/vitest/vitest.mjs')).href);

function requireBrowser(): void {
  try {
    if (findBrowser() || (isDebianRoot() && installChromium() && findBrowser())) return;
    console.error(howToGetBrowser);
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

function installChromium(): boolean {
  console.log('No browser found: installing Debian’s chromium and fonts-noto-core with apt-get.');
  const install = ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-noto-core'];
  return run('apt-get', ['update']) === 0 && run('apt-get', install) === 0;
}

/** The exit code; 1 when a signal ended the program or it could not start. */
function run(program: string, args: readonly string[]): number {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1;
}
