import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type Guardian, startGuardian } from '../host/guardian.ts';
import { endGroup, isRunning, ownGroup, signalGroup } from '../host/process-group.ts';
import { tell } from '../host/tell.ts';
import { clearTimeout, later, setTimeout } from '../host/timers.ts';
import { listens, type Place, placeOf } from '../net/listens.ts';
import { notStarted, quoted, signalExitCode } from './command-process.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';
import { whenStarterEnds } from './starter.ts';
import { whisper } from './whisper.ts';

const startPatienceMs = 30_000;
const lookAgainMs = 50;
const crashMs = 1000;
/** Its last output may come after its end. */
const lastWordsMs = 200;
const keptCharacters = 1000;

/**
 * Starts the merchant's app, if there is a command, waits until it listens at `url`, and returns a function
 * that ends it. Says so if the app ends before. Unless the caller does it (`endsItself`), signals and the end of
 * the `npx` that started this process end it, and the app with it.
 */
export async function startedMerchant(
  command: readonly string[],
  url: string | undefined,
  env: Readonly<Record<string, string>>,
  { endsItself = false } = {},
): Promise<() => Promise<void>> {
  if (!endsItself) exitFromOutside();
  if (command.length === 0) return async () => undefined;
  if (url === undefined)
    throw new WrongUsage(
      'Name an address of the app that is started, such as --order-url, to know when it is ready.',
    );
  const at = placeOf(url);
  if (await listens(at))
    throw new CommandFailed(
      `Something listens at ${new URL(url).hostname}:${at.port} already: end it, or leave the command out.`,
    );
  const merchant = await launched(command, env);
  try {
    await ready(merchant, at, command);
  } catch (error) {
    await merchant.end();
    throw error;
  }
  const watch = new AbortController();
  const told = toldIfItEnds(merchant, at, command, watch.signal);
  return async () => {
    // Without a crash in the last case, whose end we may not have seen yet.
    if (isRunning(merchant.child) && (await listens(at))) watch.abort();
    const patience = setTimeout(() => watch.abort(), crashMs);
    await told;
    clearTimeout(patience);
    await merchant.end();
  };
}

interface Merchant {
  readonly child: ChildProcess;
  /** The end of its output. */
  readonly lastWords: () => string;
  readonly end: () => Promise<void>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const pipes: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];

/** To be called before any start: a signal in between would leave the app, or a command of an order, running. */
function exitFromOutside(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => exitBy(signal));
  whenStarterEnds((starterEnded) => exitBy('SIGTERM', starterEnded));
}

/** Exits as a shell reports a program that the signal ended. */
export function exitBy(signal: NodeJS.Signals, starterEnded?: string): void {
  if (starterEnded) tell(`\nStopping, because ${starterEnded}.`);
  process.exit(signalExitCode(signal));
}

async function launched(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Merchant> {
  // Before the app, so that nothing takes time between its start and the message to the guardian.
  const guardian = startGuardian({ isApart: true });
  try {
    const child = spawned(command, { ...process.env, ...env });
    guardian?.endsWithUs(child.pid && -child.pid);
    await once(child, 'spawn');
    return merchantOf(child, guardian);
  } catch (error) {
    await guardian?.dismiss();
    throw new CommandFailed(notStarted(command[0] ?? '', error));
  }
}

/** Like `exec`, but in a process group of its own, so that its children end with it. */
function spawned([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Child {
  const options = { env, stdio: pipes };
  return process.platform === 'win32'
    ? spawn([program, ...args].map(quoted).join(' '), { ...options, shell: true })
    : spawn(program, args, { ...options, ...ownGroup });
}

function merchantOf(child: Child, guardian: Guardian | undefined): Merchant {
  let said = '';
  const keep = (text: string) => {
    said = (said + text).slice(-keptCharacters);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
  const terminate = () => {
    signalGroup(child, 'SIGTERM');
    guardian?.onlyKills();
  };
  process.once('exit', terminate);
  const end = async () => {
    process.off('exit', terminate);
    guardian?.onlyKills();
    await endGroup(child);
    // What has left the group may hold them open.
    child.stdout.destroy();
    child.stderr.destroy();
    await guardian?.dismiss();
  };
  return { child, lastWords: () => said.trim(), end };
}

async function ready({ child, lastWords }: Merchant, at: Place, command: readonly string[]): Promise<void> {
  const endsAt = performance.now() + startPatienceMs;
  const told = () => toldWords(lastWords());
  const name = nameOf(command);
  while (!(await listens(at))) {
    if (!isRunning(child))
      throw new CommandFailed(`${name} ended before it listened at ${at.host}:${at.port}${told()}`);
    if (performance.now() > endsAt)
      throw new CommandFailed(
        `${name} does not listen at ${at.host}:${at.port} after ${startPatienceMs / 1000} s${told()}`,
      );
    await later(lookAgainMs);
  }
}

/** A command may also start the app and end itself. */
async function toldIfItEnds(
  { child, lastWords }: Merchant,
  at: Place,
  command: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    if (isRunning(child)) await once(child, 'exit', { signal });
    await later(lastWordsMs, undefined, { signal });
  } catch {
    return;
  }
  if (await listens(at)) return;
  const how = child.signalCode ?? `exit code ${child.exitCode}`;
  whisper('');
  tell(`${nameOf(command)} ended too early, with ${how}${toldWords(lastWords())}`);
}

function nameOf(command: readonly string[]): string {
  return `\`${command.join(' ')}\``;
}

function toldWords(words: string): string {
  return words === '' ? '.' : `: ${words}`;
}
