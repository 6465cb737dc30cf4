import { spawnSync } from 'node:child_process';
import { findBrowser, howToGetBrowser, isBrowserSlow } from '../test/support/browser.ts';

/** Something outside the project that some tests require on the machine. */
interface Need {
  readonly project: 'unit' | 'browser';
  /** The files or folders of these tests. */
  readonly tests: readonly string[];
  /** @throws Error if an environment variable names one that does not exist. */
  readonly isThere: () => boolean;
  /** Whether what is there does, but what the Debian packages provide is much faster. */
  readonly isSlow?: () => boolean;
  /** The Debian packages that provide it. */
  readonly debianPackages: readonly string[];
  readonly howToGet: string;
}

const examples = ['test/examples/', 'test/audit/', 'test/docs/'];
const interception = ['test/intercept/exec.test.ts'];
const exported = ['test/examples/exported-suites.test.ts'];

const needs: readonly Need[] = [
  {
    project: 'browser',
    tests: ['test/browser/'],
    isThere: () => findBrowser() !== undefined,
    isSlow: isBrowserSlow,
    debianPackages: ['chromium-headless-shell', 'fonts-noto-core'],
    howToGet: howToGetBrowser,
  },
  programNeed(examples, 'PHP 8.1 or newer', ['php', '--version'], 'php-cli'),
  programNeed([...examples, ...interception], 'PHP with curl', phpWith('curl'), 'php-curl'),
  programNeed(examples, 'PHP with SQLite', phpWith('pdo_sqlite'), 'php-sqlite3'),
  programNeed(examples, 'Python 3.9 or newer', ['python3', '--version'], 'python3'),
  programNeed([...examples, ...interception], 'curl', ['curl', '--version'], 'curl'),
  programNeed(examples, 'openssl', ['openssl', 'version'], 'openssl'),
  programNeed(interception, 'Python with requests', ['python3', '-c', 'import requests'], 'python3-requests'),
  programNeed(exported, 'PHPUnit', ['phpunit', '--version'], 'phpunit'),
  programNeed(exported, 'pytest', ['python3', '-m', 'pytest', '--version'], 'python3-pytest'),
];

/** What is missing on this machine for the tests that vitest's arguments select. */
export function missingNeeds(vitestArguments: readonly string[]): readonly Need[] {
  return needs.filter((need) => isAskedFor(need, vitestArguments) && !need.isThere());
}

/** What is there for these tests, but slow. */
export function slowNeeds(vitestArguments: readonly string[]): readonly Need[] {
  return needs.filter((need) => isAskedFor(need, vitestArguments) && need.isSlow?.());
}

/** A program that unit tests need. It is available if the command succeeds. */
function programNeed(
  tests: readonly string[],
  name: string,
  [program = '', ...args]: readonly string[],
  debianPackage: string,
): Need {
  return {
    project: 'unit',
    tests,
    isThere: () => spawnSync(program, args, { stdio: 'ignore' }).status === 0,
    debianPackages: [debianPackage],
    howToGet: `The tests in ${tests.join(', ')} need ${name}: install it (on Debian \`apt-get install ${debianPackage}\`).`,
  };
}

function phpWith(extension: string): readonly string[] {
  return ['php', '-r', `exit(extension_loaded('${extension}') ? 0 : 1);`];
}

function isAskedFor({ project, tests }: Need, vitestArguments: readonly string[]): boolean {
  const projects = [...vitestArguments.join(' ').matchAll(/--project[= ](\S+)/g)].map(([, name]) => name);
  if (projects.length > 0 && !projects.includes(project)) return false;
  const paths = vitestArguments.filter((argument) => argument.startsWith('test/'));
  const isNamed = (path: string) => tests.some((each) => each.startsWith(path) || path.startsWith(each));
  return paths.length === 0 || paths.some(isNamed);
}
