import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { type Config, ConfigError } from '../config.ts';
import { loadConfig } from '../load-config.ts';
import { printable } from '../printable.ts';
import type { Running } from '../run.ts';
import { banner, readyLine } from './banner.ts';
import { isForPeople } from './for-people.ts';

/** The flags of `start`, as commander gives them. */
export interface StartFlags {
  readonly open?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly detach?: boolean;
  readonly testerTools?: boolean;
  readonly [flag: string]: unknown;
}

/** A second signal so long after the first ends the process at once; a doubled one (terminal and npx) does not. */
const secondSignalMs = 300;

/** Starts a sandbox and leaves it running until a signal. Prints an error as one sentence, exit code 1; 2 where a flag or a variable is wrong. */
export async function start({ detach, ...flags }: StartFlags): Promise<void> {
  if (detach) return (await import('./detach.ts')).startDetached(flags.json ?? false);
  const given = givenFlags(flags);
  try {
    const config = await loadConfig(given, process.env, process.cwd());
    const { runSandbox } = await import('../run.ts');
    const running = await runSandbox(config);
    stopOnSignals(running, flags);
    tellOfStorage(running);
    keepYoungGenerationSmall(running);
    announce(running, config, flags);
    if (flags.open) (await import('./open-browser.ts')).openBrowser(`${running.url}/_sandbox/`);
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(printable(error.message));
    const isUsage =
      error instanceof ConfigError &&
      (error.variable !== undefined || Object.hasOwn(given, error.member ?? ''));
    process.exitCode = isUsage ? 2 : 1;
  }
}

function announce(running: Running, config: Config, flags: StartFlags): void {
  if (flags.json) console.log(readyLine(running));
  else if (!flags.quiet) console.log(banner(running, config));
}

const enoughMb = 8;
const commitsBetweenLooks = 4;

/**
 * V8 doubles it up to 64 MB when requests come fast, which answers them a tenth faster than 8 MB do; with less they take a quarter longer.
 * Not done by the library, whose process is its user's.
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

/** With `--quiet` too: nobody would know else why every call fails. */
function tellOfStorage({ sandbox }: Running): void {
  sandbox.runtime.store.health.onChange((trouble) => {
    const told = trouble
      ? `${trouble}\nNothing is stored meanwhile: calls of the API are answered with BACKEND_ERROR.`
      : 'The data is stored again.';
    console.error(printable(told));
  });
}

/** Flags by the names of the config file's members; what was not given is absent. */
function givenFlags({ open, json, quiet, testerTools, ...flags }: StartFlags): Record<string, unknown> {
  const names: Readonly<Record<string, string>> = {
    publicUrl: 'public_url',
    allowHost: 'allow_hosts',
    callbackHostMap: 'callback_host_map',
    trustProxy: 'trust_proxy',
  };
  const given = Object.entries(flags).map(([flag, value]) => [names[flag] ?? flag, value]);
  return { ...Object.fromEntries(given), ...(testerTools === false && { tester_tools: false }) };
}

function stopOnSignals(running: Running, { json, quiet }: StartFlags): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      if (!json && !quiet) console.error('\nStopping. Press Ctrl-C again to stop at once.');
      void stopAndExit(running);
    } else if (performance.now() - firstAt > secondSignalMs) {
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  void running.stopAsked.then(() => stopAndExit(running));
}

async function stopAndExit(running: Running): Promise<void> {
  try {
    await running.stop();
    process.exit(0);
  } catch (error) {
    console.error(
      printable(`It did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`),
    );
    process.exit(1);
  }
}
