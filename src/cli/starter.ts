import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from '../host/timers.ts';

const lookMs = 500;

/**
 * Calls back when the package manager that started this process (`npx`, `npm run` and others) has ended.
 * Package managers do not forward SIGHUP, cannot forward SIGKILL, and forward SIGTERM only to the shell in
 * between, so the sandbox, or the app of an audit, would keep its port. Only package managers are watched: a
 * sandbox started by a shell, a service manager or a test may outlive it, and so may one in its own process
 * group. `words` is a clause that says who has ended.
 */
export function whenStarterEnds(ended: (words: string) => void): void {
  const { npm_execpath: npm, npm_config_user_agent: userAgent } = process.env;
  if (process.platform === 'win32' || (npm ?? userAgent) === undefined) return;
  const line = lineToStarter();
  if (line === undefined) return;
  const { name, starter, links } = line;
  const looks = setInterval(() => {
    // The shell of a script such as `pretest` may end, and npm goes on with the next one.
    if (links.every(isWhole) || packageManager(ancestor(starter)?.command ?? '') === name) return;
    clearInterval(looks);
    ended(`the ${name} that started it has ended`);
  }, lookMs);
  looks.unref();
}

/** A process and its parent. */
interface Link {
  readonly pid: number;
  readonly parent: number;
}

interface Ancestor extends Link {
  readonly group: number;
  readonly command: string;
}

interface Line {
  readonly name: string;
  /** The process ID of the package manager. */
  readonly starter: number;
  readonly links: readonly Link[];
}

/** The links from this process through shells to a package manager. Undefined without one. */
function lineToStarter(): Line | undefined {
  const own = ancestor(process.pid);
  if (own === undefined || own.group === own.pid) return undefined;
  const links: Link[] = [own];
  for (let each = ancestor(own.parent); each; each = ancestor(each.parent)) {
    const name = packageManager(each.command);
    if (name !== undefined) return { name, starter: each.pid, links };
    if (!/^(\S*\/)?(ba|da|z|k|a)?sh -c/.test(each.command)) return undefined;
    links.push(each);
  }
  return undefined;
}

/** An orphan gets a new parent. Without /proc, it is enough that a shell's parent exists. */
function isWhole({ pid, parent }: Link): boolean {
  if (pid === process.pid) return process.ppid === parent;
  if (process.platform === 'linux') return ancestor(pid)?.parent === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}

/** npm appears as `npm exec …` or `npm run …`, others as started, such as `node /usr/bin/pnpm exec …`. */
function packageManager(command: string): string | undefined {
  for (const word of command.split(' ', 2)) {
    const [, name] = /(?:^|\/)(npm|npx|pnpm|pnpx|yarn|bunx?)(?:-cli)?(?:\.[cm]?js)?$/.exec(word) ?? [];
    if (name !== undefined) return command.startsWith('npm exec') ? 'npx' : name;
  }
  return undefined;
}

function ancestor(pid: number): Ancestor | undefined {
  if (pid <= 1) return undefined;
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    // The process has ended.
    return undefined;
  }
}

function fromProc(pid: number): Ancestor {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Skips the name, which may contain spaces and parentheses.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { pid, parent: Number(parent), group: Number(group), command };
}

function fromPs(pid: number): Ancestor {
  const line = execFileSync('ps', ['-o', 'ppid=,pgid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, group, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? [];
  return { pid, parent: Number(parent), group: Number(group), command };
}
