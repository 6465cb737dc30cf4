import { spawnSync } from 'node:child_process';
import { findBrowser, howToGetBrowser } from '../test/support/browser.ts';

/** Something outside the project that some of its tests need on the machine. */
interface Need {
  readonly project: 'unit' | 'browser';
  /** The file or the folder of these tests. */
  readonly tests: string;
  /** @throws Error when the environment names one that is not there. */
  readonly isThere: () => boolean;
  /** What gives it on Debian. */
  readonly debianPackages: readonly string[];
  readonly howToGet: string;
}

const needs: readonly Need[] = [
  {
    project: 'browser',
    tests: 'test/browser/',
    isThere: () => findBrowser() !== undefined,
    debianPackages: ['chromium-headless-shell', 'fonts-noto-core'],
    howToGet: howToGetBrowser,
  },
  suiteNeed('php', 'PHP 8.1 or newer', 'php-cli'),
  suiteNeed('python3', 'Python 3.9 or newer', 'python3'),
  suiteNeed('curl', 'any version', 'curl'),
  suiteNeed('openssl', 'any version', 'openssl'),
  exportNeed('phpunit', ['phpunit', '--version'], 'phpunit'),
  exportNeed('pytest', ['python3', '-m', 'pytest', '--version'], 'python3-pytest'),
];

/** What the tests that vitest's arguments ask for lack on this machine. */
export function missingNeeds(vitestArguments: readonly string[]): readonly Need[] {
  return needs.filter((need) => isAskedFor(need, vitestArguments) && !need.isThere());
}

/** A need of the test suites in `examples/suites`. */
function suiteNeed(program: string, version: string, debianPackage: string): Need {
  return {
    project: 'unit',
    tests: 'test/examples/suites.test.ts',
    isThere: () => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined,
    debianPackages: [debianPackage],
    howToGet: `The tests of the example suites need \`${program}\` (${version}): install it (on Debian \`apt-get install ${debianPackage}\`).`,
  };
}

/** A need of the tests that run what transactions are exported as. */
function exportNeed(name: string, [program = '', ...args]: readonly string[], debianPackage: string): Need {
  return {
    project: 'unit',
    tests: 'test/export/suites.test.ts',
    isThere: () => spawnSync(program, args, { stdio: 'ignore' }).status === 0,
    debianPackages: [debianPackage],
    howToGet: `The tests of exported transactions need \`${name}\`: install it (on Debian \`apt-get install ${debianPackage}\`).`,
  };
}

function isAskedFor({ project, tests }: Need, vitestArguments: readonly string[]): boolean {
  const projects = [...vitestArguments.join(' ').matchAll(/--project[= ](\S+)/g)].map(([, name]) => name);
  if (projects.length > 0 && !projects.includes(project)) return false;
  const paths = vitestArguments.filter((argument) => argument.startsWith('test/'));
  return paths.length === 0 || paths.some((path) => tests.startsWith(path) || path.startsWith(tests));
}
