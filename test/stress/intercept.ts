/**
 * Tries real HTTP clients with `exec --intercept`: each sends one verify to a hard-coded address. Prints the
 * Markdown table for docs/intercept.md.
 *
 *     node scripts/build.ts && node test/stress/intercept.ts [NAME]
 *
 * With a name, runs only the clients whose names contain it. Installs clients from the npm registry and, on
 * Debian, from its packages into a temporary folder. curl, wget, PHP, Python, Perl and Java must be
 * installed; missing ones show up as failures. Exits with code 1 if a client fails that should work, or works
 * that should fail.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { type ClientProgram, clientPrograms } from './intercept/clients.ts';
import { installed } from './intercept/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-clients-'));
const cli = join(import.meta.dirname, '../../bin/gateway-sandbox.js');
const longestMs = 60_000;

interface Tried extends ClientProgram {
  readonly isRight: boolean;
  readonly version: string;
}

try {
  const wanted = process.argv[2] ?? '';
  const programs = clientPrograms(installed(folder)).filter(({ name }) => name.includes(wanted));
  const tried = programs.map(tryOut);
  console.log(tableOf(tried));
  process.exitCode = tried.every(({ isRight, isHopeless = false }) => isRight !== isHopeless) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tryOut(program: ClientProgram): Tried {
  const args = [cli, 'exec', '--intercept', 'api.example.test', '--', ...program.command];
  // Without a home, because the user's settings would change the result.
  const env = { ...process.env, HOME: folder };
  const { status, stdout, stderr } = spawnSync(execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: longestMs,
  });
  const isRight = status === 0;
  console.error(
    `${isRight ? 'came' : 'did not come'}: ${program.name}${isRight ? '' : `: ${stderr.slice(0, 600)}`}`,
  );
  return { ...program, isRight, version: stdout.trim() || ownVersion(program) };
}

/** For a client that is a program itself. */
function ownVersion({ name }: ClientProgram): string {
  const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(stdout ?? '')?.[0] ?? '';
}

function tableOf(tried: readonly Tried[]): string {
  const rows = tried
    .filter(({ isHopeless }) => !isHopeless)
    .map(({ name, version, isRight, needs }) => {
      const cell = isRight ? (needs ?? 'nothing') : 'did not work here';
      return `| ${name} | ${version} | ${isRight && needs === undefined ? 'yes' : 'no'} | ${cell} |`;
    });
  return ['| client | version | works as it is | what you set |', '|---|---|---|---|', ...rows].join('\n');
}
