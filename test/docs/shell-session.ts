import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env, execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import type { DocBlock } from '../support/doc-blocks.ts';
import { freePort } from '../support/free-port.ts';
import { started } from '../support/started.ts';
import { isForShell, placeOf, wayOf } from './ways.ts';

const root = join(import.meta.dirname, '../..');
const mark = '\u001e';

/** Free ports, by the ports in the pages. */
interface Ports {
  readonly '4700': string;
  readonly '3000': string;
}

/** The shell's output for a block. */
export interface Printed {
  readonly block: DocBlock;
  readonly text: string;
}

/**
 * Runs the blocks of a page like a reader: one shell, one folder, one sandbox, top to bottom. Uses free ports
 * instead of 4700 and 3000. Rejects with the whole output if a command fails.
 */
export async function runInShell(blocks: readonly DocBlock[]): Promise<Printed[]> {
  const isStarted = blocks.some((block) => wayOf(block) === 'start');
  const sandboxPort = isStarted ? await freePort() : Number(new URL((await started()).url).port);
  const ports = { '4700': String(sandboxPort), '3000': String(await freePort()) };
  const folder = readersFolder();
  for (const block of blocks.filter((each) => wayOf(each) === 'file'))
    writeIn(folder, block.name, withPorts(block.code, ports));
  const commands = blocks.filter(isForShell);
  const script = [setUp, ...commands.map((block) => withPorts(inScript(block), ports))].join('\n');
  const { code, output } = await bash(script, folder, ports, blocks[0]?.page ?? '');
  const printed = output.split(mark).slice(1);
  if (code !== 0) {
    const last = commands[printed.length - 1];
    throw new Error(`${last ? placeOf(last) : 'The shell'} ended with ${code}:\n${printed.at(-1) ?? output}`);
  }
  return commands.map((block, index) => ({ block, text: withoutPorts(printed[index] ?? '', ports) }));
}

/**
 * Background processes end with the shell (`jobs`), and later blocks wait until they answer, like a reader
 * would.
 */
const setUp = `set -euo pipefail
exec 2>&1
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
answers() {
  for try in $(seq 400); do
    curl -s "$1" > /dev/null && return
    kill -0 "$2" || break
    sleep 0.05
  done
  echo "Nothing answers at $1."
  return 1
}
shop=
end_shop() {
  [ -z "$shop" ] || { kill "$shop"; wait "$shop" || true; }
}`;

function inScript(block: DocBlock): string {
  const begins = `printf '${mark}'`;
  const way = wayOf(block);
  if (way === 'shell') return `${begins}\n${block.code}`;
  const inBackground = `${block.code.trimEnd()} &`;
  if (way === 'start') return `${begins}\n${inBackground}\nanswers http://127.0.0.1:4700/_sandbox/health $!`;
  return `${begins}\nend_shop\n${inBackground}\nshop=$!\nanswers http://127.0.0.1:3000/ $shop`;
}

/** The result of `npm install gateway-sandbox`, without any other npm programs. */
function readersFolder(): string {
  const folder = testFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/gateway-sandbox'), 'junction');
  // A copy, because shops write files into it.
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  writeIn(folder, 'package.json', '{"type":"module"}');
  const run = `exec '${execPath}' '${program}' "$@"\n`;
  writeProgram(folder, 'gateway-sandbox', run);
  writeProgram(folder, 'npx', `[ "$1" = gateway-sandbox ] || { echo "npx $1?"; exit 127; }\nshift\n${run}`);
  writeProgram(folder, 'node', `exec '${execPath}' "$@"\n`);
  return folder;
}

function writeProgram(folder: string, name: string, text: string): void {
  writeIn(folder, `bin/${name}`, `#!/bin/sh\n${text}`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

function writeIn(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** An example's commands run in its own folder, all others in the reader's. */
async function bash(script: string, folder: string, ports: Ports, page: string) {
  const { HOME: _home, ...others } = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:GATEWAY_|NODE_OPTIONS|VITEST|FORCE_COLOR)/.test(name)),
  );
  const child = spawn('bash', ['-c', script], {
    cwd: page.startsWith('examples/') ? join(folder, dirname(page)) : folder,
    env: {
      ...others,
      HOME: folder,
      NO_COLOR: '1',
      PATH: `${join(folder, 'bin')}:${env.PATH}`,
      GATEWAY_SANDBOX_PORT: ports['4700'],
      GATEWAY_SANDBOX_URL: `http://127.0.0.1:${ports['4700']}`,
      PORT: ports['3000'],
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, so that processes of a failed page do not outlive the test.
    detached: true,
  });
  const { pid } = child;
  onTestFinished(() => {
    if (pid !== undefined && child.exitCode === null) process.kill(-pid, 'SIGKILL');
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

function withPorts(text: string, ports: Ports): string {
  return text.replace(/\b(?:4700|3000)\b/g, (port) => (port === '4700' ? ports['4700'] : ports['3000']));
}

function withoutPorts(text: string, ports: Ports): string {
  return Object.entries(ports).reduce(
    // Not inside a hash or ID that happens to contain the same digits.
    (all, [usual, port]) => all.replace(new RegExp(`\\b${port}\\b`, 'g'), usual),
    text,
  );
}
