import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the clients are installed. Nothing of them remains on the machine afterwards. */
export interface Places {
  /** A folder with `node_modules`. */
  readonly npm: string;
  /** A folder that Debian packages are unpacked into, like `/`. */
  readonly debian: string;
  /** The compiled Go program. */
  readonly go: string;
}

const npmPackages = [
  ...[
    'axios-0@npm:axios@0.27.2',
    'axios-1.7@npm:axios@1.7.9',
    'axios',
    'got',
    'node-fetch',
    'undici',
    'superagent',
  ],
];
const debianPackages = [
  ...['golang-go', 'python3-httpx', 'python3-aiohttp', 'php-guzzlehttp-guzzle'],
  ...['libwww-perl', 'liblwp-protocol-https-perl'],
];

/**
 * Installs the clients into a folder. What a machine other than Debian lacks fails later, one client at a
 * time.
 */
export function installed(folder: string): Places {
  const [npm, debian] = [join(folder, 'npm'), join(folder, 'debian')];
  mkdirSync(npm);
  mkdirSync(debian);
  writeFileSync(join(npm, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...npmPackages], npm);
  unpack(debian, join(folder, 'archives'));
  const go = join(folder, 'go-client');
  const GOROOT = join(debian, 'usr/lib/go-1.19');
  const env = {
    ...process.env,
    GOROOT,
    GOCACHE: join(folder, 'go-cache'),
    GO111MODULE: 'off',
    CGO_ENABLED: '0',
  };
  run(join(GOROOT, 'bin/go'), ['build', '-o', go, join(import.meta.dirname, 'client.go')], folder, env);
  return { npm, debian, go };
}

function unpack(debian: string, archives: string): void {
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const options = ['Debug::NoLocking=1', `Dir::Cache::archives=${archives}`].flatMap((each) => ['-o', each]);
  const install = ['install', '--yes', '--no-install-recommends', '--reinstall', '--download-only'];
  run('apt-get', [...install, ...options, ...debianPackages], archives);
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  for (const name of packages) run('dpkg', ['--extract', join(archives, name), debian], archives);
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): void {
  try {
    execFileSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    console.error(`${program} failed: ${error instanceof Error ? error.message : error}`);
  }
}
