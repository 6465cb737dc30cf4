import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Config, GivenConfig } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { givenByFlags } from '../config/member-values.ts';
import { currentFolder } from '../host/current-folder.ts';
import { printable } from '../host/printable.ts';
import { printToStderr, tell } from '../host/tell.ts';
import { UserError } from '../host/user-error.ts';
import type { Running } from '../sandbox/run.ts';
import { banner, dashboardUrl, readyLine } from './banner.ts';
import { WrongUsage } from './control-client.ts';
import { endWithParent, leaveParent } from './detached.ts';
import type { Begin } from './from-file.ts';
import type { LiveLog } from './live-log.ts';
import { logOutputs } from './log-outputs.ts';
import { outliveTheTerminal, print } from './print.ts';
import { stopWhenAsked } from './stopping.ts';
import { serveOnUncaught } from './uncaught.ts';
import type { ConfigWatch } from './watch.ts';

/** The flags of `start`, as commander parses them. */
export interface StartFlags {
  readonly open?: boolean;
  readonly from?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly detach?: boolean;
  /** Set in the process that `--detach` leaves running. */
  readonly detached?: boolean;
  readonly watch?: boolean;
  readonly log?: boolean | string;
  readonly logFile?: string;
  readonly demo?: boolean;
  readonly shopPort?: number;
  readonly [flag: string]: unknown;
}

/** Starts a sandbox and runs it until a signal. Exit code 1 on an error, 2 for a wrong flag or variable. */
export async function start({ detach, ...flags }: StartFlags): Promise<void> {
  const outputs = logOutputs({ ...flags, detach });
  if (flags.shopPort !== undefined && !flags.demo) throw new WrongUsage('--shop-port needs --demo.');
  const checkLog = () => refuseUsedLog(flags);
  if (!flags.detached) await checkLog();
  const given = givenByFlags(flags);
  const watch = flags.watch ? await watchOf(given, flags) : undefined;
  // Before a log is opened: with a wrong configuration, it is unknown which files a log must not be.
  const config = await loadConfig(given, process.env, currentFolder());
  if (detach) return (await import('./detach.ts')).startDetached(flags);
  const log = outputs.length > 0 ? (await import('./live-log.ts')).openLog(outputs, checkLog) : undefined;
  if (flags.detached) endWithParent();
  try {
    const { runSandbox } = await import('../sandbox/run.ts');
    const shop = flags.demo ? { port: flags.shopPort } : undefined;
    const running = await runSandbox(config, { isOwnProcess: true, shop, ...(await begun(flags)) });
    outliveTheTerminal();
    serveOnUncaught();
    watch?.begin(running, config);
    stopInOrder(running, flags, { log, watch });
    tellOfStorage(running);
    const notes = await toldOfStored(running, config);
    keepYoungGenerationSmall(running);
    announce(running, config, { ...flags, notes });
    log?.begin(running);
    if (flags.open) (await import('./open-browser.ts')).openBrowser(dashboardUrl(running));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell(printable(error.message));
    process.exitCode = error.exitCode;
  }
}

async function refuseUsedLog({ logFile, from, ...flags }: StartFlags): Promise<void> {
  if (logFile === undefined) return;
  const { refuseUsedFile } = await import('./used-files.ts');
  const output = { flag: '--log-file', file: logFile, use: 'log' } as const;
  await refuseUsedFile(output, givenByFlags(flags), [['the file of --from', from]]);
}

async function begun({ from }: StartFlags): Promise<Begin> {
  return from === undefined ? {} : (await import('./from-file.ts')).fileToBegin(from);
}

/** Tells what stored settings and accounts override, before the ready line, which ends the wait of `--detach`. */
async function toldOfStored({ sandbox }: Running, config: Config): Promise<string[]> {
  const { store, settings } = sandbox.runtime;
  const ofSettings =
    settings.current !== config.settings &&
    (await import('./hidden-settings.ts')).hiddenSettingsNote(settings.current, config);
  const ofAccounts =
    config.fixtures !== undefined &&
    (await import('./hidden-accounts.ts')).hiddenAccountsNote(store.accounts, config);
  const notes = [ofSettings, ofAccounts].filter((note) => typeof note === 'string').map(printable);
  notes.forEach(tell);
  return notes;
}

interface Beside {
  readonly log: LiveLog | undefined;
  readonly watch: ConfigWatch | undefined;
}

function stopInOrder(running: Running, { json, quiet }: StartFlags, { log, watch }: Beside): void {
  const stop = async () => {
    watch?.end();
    log?.end();
    await running.stop();
    await log?.drained();
  };
  stopWhenAsked({ ...running, stop }, { silent: Boolean(json || quiet) });
}

async function watchOf(given: GivenConfig, { quiet }: StartFlags): Promise<ConfigWatch> {
  const { ConfigWatch } = await import('./watch.ts');
  return new ConfigWatch({ given, isQuiet: quiet ?? false });
}

interface Announced extends StartFlags {
  readonly notes: readonly string[];
}

function announce(running: Running, config: Config, { json, quiet, detached, log, notes }: Announced): void {
  // With `--log json`, a program reads stdout, so the banner goes to stderr.
  const show = log === 'json' && !detached ? printToStderr : print;
  if (json) print(readyLine(running));
  else if (!quiet) show(banner(running, config, detached));
  if (detached) leaveParent({ ready: readyLine(running), notes });
}

const enoughMb = 8;
const commitsBetweenLooks = 4;

/**
 * Saves memory: under load, V8 grows the young generation to 64 MB, but requests are only a tenth faster than
 * with 8 MB. Below 8 MB, they take a quarter longer. Not done in the library, because its process belongs to
 * the user.
 */
function keepYoungGenerationSmall({ sandbox }: Running): void {
  let commits = 0;
  sandbox.runtime.store.afterCommit(() => {
    commits += 1;
    if (commits % commitsBetweenLooks !== 0 || youngGenerationMb() < enoughMb) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    commits = Number.NaN;
  });
}

function youngGenerationMb(): number {
  const space = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space');
  return (space?.space_size ?? 0) / 2 ** 20;
}

/** Also with `--quiet`: otherwise it would be unclear why every call fails. */
function tellOfStorage({ sandbox }: Running): void {
  sandbox.runtime.store.health.onChange((failure) => {
    const told = failure
      ? `${failure}\nNothing is stored meanwhile: calls of the API are answered with BACKEND_ERROR.`
      : 'The data is stored again.';
    tell(printable(told));
  });
}
