import { clearInterval, setInterval } from '../host/timers.ts';
import { isReadBy, scriptAfter } from './npm-script.ts';
import {
  environmentOf,
  exists,
  isStill,
  type Link,
  type Process,
  packageManager,
  processesIn,
  processOf,
} from './processes.ts';

/** Short, because the next script may need the port at once. */
const lookMs = 50;

/**
 * Calls back when the package manager that started this process (`npx`, `npm run` and others) has ended, or
 * its script. Package managers do not forward SIGHUP, cannot forward SIGKILL, and forward SIGTERM only to the
 * shell in between, so the sandbox, or the app of an audit, would keep its port. Only package managers are
 * watched: a sandbox started by a shell, a service manager or a test may outlive it, and so may one in its own
 * process group. `words` is a clause that says who has ended.
 */
export function whenStarterEnds(ended: (words: string) => void): void {
  const { npm_execpath: npm, npm_config_user_agent: userAgent } = process.env;
  if (process.platform === 'win32' || (npm ?? userAgent) === undefined) return;
  const starters = startersOf(processOf(process.pid));
  if (starters.length === 0) return;
  const looks = setInterval(() => {
    const gone = starters.find((each) => !each.isThere());
    if (!gone) return;
    clearInterval(looks);
    const what = isStill(gone.manager) ? 'script ' : '';
    ended(`the ${packageManager(gone.manager)} ${what}that started it has ended`);
  }, lookMs);
  looks.unref();
}

interface Starter {
  readonly manager: Process;
  readonly isThere: () => boolean;
}

/** The package manager of a process, that of this one (as for `npx` in a script), and so on. */
function startersOf(started: Process | undefined): Starter[] {
  if (started === undefined || started.group === started.pid) return [];
  const starter = inLine(started) ?? ofOrphan(started);
  return starter ? [starter, ...startersOf(starter.manager)] : [];
}

/** The package manager to which the parents lead, through shells alone. */
function inLine(started: Process): Starter | undefined {
  const links: [Link, ...Link[]] = [started];
  for (let each = processOf(started.parent); each; each = processOf(each.parent)) {
    if (packageManager(each) !== undefined) return inScriptOf(each, links);
    if (!/^(\S*\/)?(ba|da|z|k|a)?sh -c/.test(each.command)) return undefined;
    links.push(each);
  }
  return undefined;
}

function inScriptOf(manager: Process, links: readonly [Link, ...Link[]]): Starter {
  const mayLose = scriptAfter(environmentOf(links[0])) !== undefined && !isReadBy(manager);
  return { manager, isThere: () => links.every(isWhole) || (mayLose && isStill(manager)) };
}

/**
 * For `"pretest": "gateway-sandbox start &"`, whose shell ends at once: those around it that may run it. Until
 * the last of them has ended: better too late than in the middle of the tests.
 */
function ofOrphan(started: Process): Starter | undefined {
  const { group, pid, parent } = started;
  const next = scriptAfter(environmentOf(started));
  if (next === undefined || processOf(parent)?.group === group) return undefined;
  const before = processesIn(group).filter((each) => each.pid < pid && packageManager(each));
  const named = before.filter(({ command }) => command.split(' ').includes(next));
  const managers = named.length > 0 ? named : before;
  const manager = managers.at(-1);
  if (!manager) return undefined;
  const waitsForUs = managers.some(isReadBy);
  return { manager, isThere: () => !waitsForUs && managers.some(isStill) };
}

/** An orphan gets a new parent. Without /proc, it is enough that a shell's parent exists. */
function isWhole({ pid, parent }: Link): boolean {
  if (pid === process.pid) return process.ppid === parent;
  if (process.platform === 'linux') return processOf(pid)?.parent === parent;
  return exists(parent);
}
