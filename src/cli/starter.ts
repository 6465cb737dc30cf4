import { clearInterval, setInterval } from '../host/timers.ts';
import { isBeforeAnother, isReadBy } from './npm-script.ts';
import { type Link, type Process, packageManager, processesIn, processOf } from './processes.ts';

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
  const own = processOf(process.pid);
  if (own === undefined || own.group === own.pid) return;
  const starter = inLine(own) ?? ofOrphan(own);
  if (starter === undefined) return;
  const looks = setInterval(() => {
    if (starter.isThere()) return;
    clearInterval(looks);
    const what = starter.managers.some(isStill) ? 'script ' : '';
    ended(`the ${starter.name} ${what}that started it has ended`);
  }, lookMs);
  looks.unref();
}

interface Starter {
  readonly name: string;
  readonly managers: readonly Process[];
  readonly isThere: () => boolean;
}

/** The package manager to which the parents lead, through shells alone. */
function inLine(own: Process): Starter | undefined {
  const links: Link[] = [own];
  for (let each = processOf(own.parent); each; each = processOf(each.parent)) {
    const name = packageManager(each);
    if (name === undefined) {
      if (!/^(\S*\/)?(ba|da|z|k|a)?sh -c/.test(each.command)) return undefined;
      links.push(each);
      continue;
    }
    const manager = each;
    const mayLose = isBeforeAnother(process.env) && !isReadBy(manager);
    const isThere = () => links.every(isWhole) || (mayLose && isStill(manager));
    return { name, managers: [manager], isThere };
  }
  return undefined;
}

/** For `"pretest": "gateway-sandbox start &"`, whose shell ends at once: those around it. */
function ofOrphan(own: Process): Starter | undefined {
  if (!isBeforeAnother(process.env) || processOf(own.parent)?.group === own.group) return undefined;
  const managers = processesIn(own.group).filter((each) => packageManager(each) !== undefined);
  const name = managers[0] && packageManager(managers[0]);
  return name === undefined ? undefined : { name, managers, isThere: () => managers.some(isStill) };
}

/** Its process ID may belong to another by now. */
function isStill(manager: Process): boolean {
  return processOf(manager.pid)?.command === manager.command;
}

/** An orphan gets a new parent. Without /proc, it is enough that a shell's parent exists. */
function isWhole({ pid, parent }: Link): boolean {
  if (pid === process.pid) return process.ppid === parent;
  if (process.platform === 'linux') return processOf(pid)?.parent === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
