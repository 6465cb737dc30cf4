import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { blocksOf, type DocBlock } from '../../support/doc-blocks.ts';
import { userEnvironment } from '../../support/package-user.ts';

const guide = blocksOf('docs/guides/first-callback.md');
const mark = '\u001e';

/** A user with a Node version, the packed file, and a folder that does not exist yet. */
interface Newcomer {
  readonly version: string;
  readonly program: string;
  readonly packed: string;
  readonly folder: string;
}

export interface Journey {
  readonly version: string;
  readonly steps: readonly { readonly name: string; readonly seconds: number }[];
}

interface Step {
  readonly name: string;
  readonly script: string;
  /** The expected lines of output, possibly with other lines in between. */
  readonly prints: readonly string[];
}

/** Rejects with the whole output if a step fails. Leaves no processes behind. */
export async function newUser({ version, program, packed, folder }: Newcomer): Promise<Journey> {
  mkdirSync(folder, { recursive: true });
  for (const { name, code } of guide.filter(isFile)) writeFileSync(join(folder, name), code);
  const steps = stepsFrom(packed, folder);
  const script = steps.map(({ script }) => `${script}\nprintf '${mark}%s' "$EPOCHREALTIME"`);
  const begin = `${setUp}\nprintf '${mark}%s' "$EPOCHREALTIME"`;
  const output = await bash([begin, ...script].join('\n'), folder, program);
  // Each mark contains the time at which a step ended and the next one started.
  const parts = output.split(mark).slice(1);
  const times = parts.map((part) => Number.parseFloat(part));
  for (const [index, step] of steps.entries()) expectPrinted(step, parts[index] ?? '');
  return {
    version,
    steps: steps.map(({ name }, index) => ({
      name,
      seconds: (times[index + 1] ?? Number.NaN) - (times[index] ?? Number.NaN),
    })),
  };
}

function stepsFrom(packed: string, folder: string): Step[] {
  // The demo runs until it is stopped.
  const readme = blocksOf('README.md').filter(
    ({ heading, code }) => heading === 'Your first payment' && !code.includes('sandbox demo'),
  );
  const pay = guide.find(({ code }) => code.startsWith('pay()'))?.code ?? '';
  const step = (name: string, script: string, prints: readonly string[] = []): Step => ({
    name,
    script,
    prints,
  });
  return [
    step(`\`npm install ${basename(packed)}\``, `npm install --no-audit --no-fund '${packed}'`),
    step('`npx gateway-sandbox start`', serving('npx gateway-sandbox start', 4700)),
    step('the wallet and the checkout of the README', commandsIn(readme).join('\n')),
    ...['In Node.js', 'In PHP', 'In Python'].map((heading) => shopStep(heading, `${pay}\ncd '${folder}'`)),
  ];
}

/** Starts a shop from the guide, which replaces the previous one, and pays there. */
function shopStep(heading: string, before: string): Step {
  const blocks = guide.filter((block) => block.heading === heading);
  const [serve = '', pays = ''] = commandsIn(blocks);
  return {
    name: `a shop ${heading.replace('In', 'in')} verifies two callbacks`,
    script: `${before}\n[ -z "\${shop:-}" ] || { kill "$shop"; wait "$shop" || true; }\n${serving(serve, 3000)}\nshop=$!\n${pays}`,
    prints: (blocks.find(({ language }) => language === 'text')?.code ?? '').split(/\n|…/).filter(Boolean),
  };
}

function commandsIn(blocks: readonly DocBlock[]): string[] {
  return blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
}

function isFile({ language, name }: DocBlock): boolean {
  return name !== '' && language !== 'text';
}

/** Otherwise, the previous server's answer would be measured. */
const setUp = `set -euo pipefail
exec 2>&1
for port in 4700 3000; do
  if curl -s "http://127.0.0.1:$port/" > /dev/null; then echo "Port $port is taken, which this needs."; exit 1; fi
done
answers() {
  for try in $(seq 400); do
    curl -s "$1" > /dev/null && return
    sleep 0.05
  done
  echo "Nothing answers at $1."
  return 1
}`;

function serving(command: string, port: number): string {
  return `${command.trimEnd()} &\nanswers http://127.0.0.1:${port}/`;
}

async function bash(script: string, folder: string, program: string): Promise<string> {
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: {
      ...userEnvironment(),
      HOME: folder,
      NO_COLOR: '1',
      npm_config_cache: join(folder, 'npm-cache'),
      PATH: [dirname(program), process.env.PATH].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  child.once('exit', () => endGroupOf(child.pid));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`The shell ended with ${code}:\n${output.replaceAll(mark, '\n')}`);
  return output;
}

/** A sandbox outlives the `npx` that started it, and would keep the output open. */
function endGroupOf(pid = 0): void {
  try {
    process.kill(-pid);
  } catch {
    // The group has already ended.
  }
}

function expectPrinted({ name, prints }: Step, printed: string): void {
  const missing = prints.filter((line) => !printed.includes(line));
  if (missing.length > 0) throw new Error(`${name}: ${missing.join(', ')} was not printed, but:\n${printed}`);
}
