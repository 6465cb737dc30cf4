import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesUnder } from '../test/package/install.ts';
import { firstLine } from './install.ts';
import type { Program } from './programs.ts';

const openApi = join(import.meta.dirname, '../docs/openapi/merchant.json');
const expressServer = join(import.meta.dirname, 'baselines/express.js');

/** Another program that serves a verify, from packages that are not our dependencies. */
export interface Peer extends Program {
  readonly packages: number;
  readonly installedMb: number;
}

/** A peer's npm packages and programs. The arguments refer to the installation folder. */
interface Recipe {
  readonly names: readonly string[];
  readonly programs: (installation: string) => readonly Program[];
}

const recipes: readonly Recipe[] = [
  {
    names: ['express@5.3.0', 'better-sqlite3@13.2.0'],
    programs: (installation) => [
      {
        name: 'Express',
        arguments: () => [expressServer, installation],
        saysUrl: true,
      },
      {
        name: 'Express, file',
        arguments: (folder) => [expressServer, installation, join(folder, 'express.db')],
        saysUrl: true,
      },
    ],
  },
  {
    names: ['@stoplight/prism-cli@5.16.0'],
    programs: (installation) => [
      {
        name: 'Prism',
        arguments: (_folder, port) => [
          join(installation, 'node_modules/@stoplight/prism-cli/dist/index.js'),
          ...['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', openApi],
        ],
        saysUrl: false,
      },
    ],
  },
  {
    names: ['@mockoon/cli@9.9.0'],
    programs: (installation) => [
      {
        name: 'Mockoon',
        arguments: (_folder, port) => [
          join(installation, 'node_modules/@mockoon/cli/bin/run.js'),
          ...['start', '--data', openApi, '--hostname', '127.0.0.1', '--port', String(port)],
          '--disable-log-to-file',
        ],
        saysUrl: false,
      },
    ],
  },
];

/** Installs the peers once per machine, outside the project. Empty without a registry. */
export async function peers(): Promise<Peer[]> {
  const found: Peer[] = [];
  try {
    for (const { names, programs } of recipes) {
      const installation = await installed(names);
      const packages = installedPackages(installation);
      const installedMb = bytesUnder(join(installation, 'node_modules')) / 1e6;
      found.push(...programs(installation).map((program) => ({ ...program, packages, installedMb })));
    }
    return found;
  } catch (error) {
    console.error(`The peers are left out: npm could not install them. ${firstLine(error)}`);
    return [];
  }
}

async function installed(names: readonly string[]): Promise<string> {
  const folder = join(tmpdir(), 'gateway-sandbox-bench-peers', names.join('+').replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  console.error(`installs ${names.join(' and ')} in ${folder}, to be compared with`);
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"name":"peers","private":true}');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...quietly, ...names], { cwd: draft });
  renameSync(draft, folder);
  return folder;
}

function installedPackages(installation: string): number {
  // npm's documented format. The first entry is the project.
  const lock = JSON.parse(readFileSync(join(installation, 'package-lock.json'), 'utf8')) as {
    readonly packages: object;
  };
  return Object.keys(lock.packages).length - 1;
}
