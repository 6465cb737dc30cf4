import { clearInterval, setInterval } from '../host/timers.ts';
import { isBeforeAnother, isReadBy } from './npm-script.ts';
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
  const mayLose = isBeforeAnother(environmentOf(links[0])) && !isReadBy(manager);
  return { manager, isThere: () => links.every(isWhole) || (mayLose && isStill(manager)) };
}

/** For `"pretest": "gateway-sandbox start &"`, whose shell ends at once: the last one that began before. */
function ofOrphan(started: Process): Starter | undefined {
  const { group, pid, parent } = started;
  if (!isBeforeAnother(environmentOf(started)) || processOf(parent)?.group === group) return undefined;
  const before = processesIn(group).filter((each) => each.pid < pid && packageManager(each));
  const manager = before.toSorted((a, b) => a.pid - b.pid).at(-1);
  return manager && { manager, isThere: () => isStill(manager) };
}

/** An orphan gets a new parent. Without /proc, it is enough that a shell's parent exists. */
function isWhole({ pid, parent }: Link): boolean {
  if (pid === process.pid) return process.ppid === parent;
  if (process.platform === 'linux') return processOf(pid)?.parent === parent;
  return exists(parent);
}
