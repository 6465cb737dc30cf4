import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process and its parent. */
export interface Link {
  readonly pid: number;
  readonly parent: number;
}

export interface Process extends Link {
  readonly group: number;
  readonly command: string;
}

const asStarted =
  /(?:^|\/)(npm|npx|pnpm|pnpx|yarn|bunx?)(?:-cli|-v?\d[^/]*?)?(?:\/lib\/cli)?(?:\.(?:[cm]?js|exe))?$/;

/** Undefined if it has ended, and for the first process of the system. */
export function processOf(pid: number): Process | undefined {
  if (pid <= 1) return undefined;
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs('-p', String(pid))[0];
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** Those in a process group. Empty if they cannot be listed. */
export function processesIn(group: number): Process[] {
  try {
    const all = process.platform === 'linux' ? allOfProc() : fromPs('-ax');
    return all.filter((each) => each.group === group);
  } catch {
    return [];
  }
}

/** Its process ID may belong to another by now. Only /proc is fast enough to tell. */
export function isStill({ pid, command }: Process): boolean {
  return process.platform === 'linux' ? processOf(pid)?.command === command : exists(pid);
}

export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What it was started with. Only /proc shows it. */
export function environmentOf({ pid }: Link): NodeJS.ProcessEnv {
  if (pid === process.pid) return process.env;
  try {
    const text = readFileSync(`/proc/${pid}/environ`, 'utf8');
    return Object.fromEntries(text.split('\0').map((line) => line.split(/=(.*)/s, 2)));
  } catch {
    return {};
  }
}

/**
 * npm appears as `npm exec …` or `npm run …`, others as started, such as `node /usr/bin/pnpm exec …`. Yarn starts
 * itself again as `…/yarn/lib/cli.js`, projects have it as `.yarn/releases/yarn-4.9.1.cjs`, and npm installs `bun.exe`.
 */
export function packageManager({ command }: Process): string | undefined {
  for (const word of command.split(' ', 2)) {
    const [, name] = asStarted.exec(word) ?? [];
    if (name !== undefined) return command.startsWith('npm exec') ? 'npx' : name;
  }
  return undefined;
}

function allOfProc(): Process[] {
  const found = readdirSync('/proc').map((name) => processOf(Number(name)));
  return found.filter((each) => each !== undefined);
}

function fromProc(pid: number): Process {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Skips the name, which may contain spaces and parentheses.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { pid, parent: Number(parent), group: Number(group), command };
}

function fromPs(...which: readonly string[]): Process[] {
  const text = execFileSync('ps', ['-o', 'pid=,ppid=,pgid=,command=', ...which], { encoding: 'utf8' });
  return Array.from(
    text.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm),
    ([, pid, parent, group, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      command: command ?? '',
    }),
  );
}
