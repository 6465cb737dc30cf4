import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../host/errors.ts';
import { startGuardian } from '../host/guardian.ts';
import { printable } from '../host/printable.ts';
import { ownGroup } from '../host/process-group.ts';
import { tell } from '../host/tell.ts';
import { later, performance } from '../host/timers.ts';
import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';
import { type Command, environmentOf, partsOf, valuesOf } from './command-values.ts';
import { endChild } from './end-child.ts';

const keptOutput = 4000;
const betweenLooksMs = 50;
const crashMs = 100;

/** Starts a command and waits until it listens on its port. */
export async function startCommand(
  sandbox: SandboxOfApp,
  command: Command,
  { env = {}, cwd, startTimeoutMs = 30_000 }: Omit<AppOptions, 'app'>,
): Promise<RunningApp> {
  const port = await freePort();
  const values = valuesOf(sandbox, port);
  const environment = environmentOf(sandbox, values, env);
  const [program, ...args] = partsOf(command, values);
  const name = [program, ...args].join(' ');
  // Node would say that the program is missing.
  if (cwd !== undefined && !isFolder(cwd))
    throw failureOf(name, `cannot be started in ${resolve(cwd)}, which is not a folder`, '');
  const { child, end } = launched(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...environment },
    shell: typeof command === 'string',
  });
  const output = outputOf(child);
  const failure = (why: string) => failureOf(name, why, output());
  try {
    const url = `http://${await listening(child, port, startTimeoutMs, failure)}:${port}`;
    if (url !== values.APP_URL && environment.APP_URL === values.APP_URL) tellUnreached(url, values.APP_URL);
    return { url, port, stop: untilStopped(child, failure, end) };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Most failures to start are reported later, by an event. */
function launched(program: string, args: readonly string[], options: SpawnOptions): Launched {
  // Before the app, so that nothing takes time between its start and the message to the guardian.
  const guardian = startGuardian({ unref: true, isApart: true });
  try {
    // Its own process group, so that children of a shell or npx end too.
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], ...ownGroup });
    guardian?.endsWithUs(child.pid && -child.pid);
    return { child, end: endChild(child, guardian) };
  } catch (error) {
    void guardian?.dismiss();
    throw failureOf([program, ...args].join(' '), notStarted(error), '');
  }
}

interface Launched {
  readonly child: ChildProcess;
  readonly end: Stop;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the host for the URL: some servers listen on the IPv6 loopback address only. */
async function listening(
  child: ChildProcess,
  port: number,
  timeoutMs: number,
  failed: (why: string) => Error,
): Promise<string> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = notStarted(error)));
  child.once('exit', (code, signal) => {
    ended ??= `${endedWith(code, signal)} before it listened on port ${port}`;
  });
  for (const deadline = performance.now() + timeoutMs; ; ) {
    const host = await hostThatTakes((address) => takes(address, port));
    if (host !== undefined) return host;
    if (ended !== undefined) throw failed(ended);
    if (performance.now() > deadline)
      throw failed(
        `does not listen on port ${port} after ${timeoutMs / 1000} s: it must take its port from PORT`,
      );
    await later(betweenLooksMs);
  }
}

/** Prints the end of an app that nobody stopped: tests would only see that it does not answer. */
function untilStopped(child: ChildProcess, failed: (why: string) => Error, end: Stop): Stop {
  let isStopped = false;
  const closed = new Promise<void>((resolve) => {
    // At `exit`, part of its output can still be unread.
    child.once('close', (code, signal) => {
      resolve();
      if (isStopped) return;
      tell(`gateway-sandbox: ${failed(`${endedWith(code, signal)} before it was stopped`).message}`);
    });
  });
  return async () => {
    child.ref();
    // A test that fails because the app crashes gets here before the app's process has ended.
    await Promise.race([closed, later(crashMs)]);
    isStopped = true;
    await end();
  };
}

type Stop = RunningApp['stop'];

function notStarted(error: unknown): string {
  return `cannot be started: ${errorMessage(error)}`;
}

function endedWith(code: number | null, signal: string | null): string {
  return `ended with ${signal ?? `exit code ${code}`}`;
}

/** The host for the URL of an app, or undefined as long as neither loopback address takes a connection. */
export async function hostThatTakes(
  takes: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (await takes('127.0.0.1')) return '127.0.0.1';
  if (!(await takes('::1'))) return undefined;
  // An app that listens on both can have begun between the two questions.
  return (await takes('127.0.0.1')) ? '127.0.0.1' : '[::1]';
}

function takes(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isTaken: boolean) => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** The end of its output. */
function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = `${text}${part}`.slice(-keptOutput)));
  // The app's output must not control the terminal that shows the failure.
  return () => printable(stripVTControlCharacters(text)).trim();
}

/** Its callbacks would only be refused, which does not say why. */
function tellUnreached(url: string, appUrl: string): void {
  tell(
    `gateway-sandbox: your app listens at ${url} only, so callbacks and returns to its APP_URL, ${appUrl}, do not arrive. Let it listen on 127.0.0.1 or on all addresses.`,
  );
}

function failureOf(name: string, why: string, output: string): Error {
  return new Error(`The app (${name}) ${why}.${output && `\nIt printed:\n${output}`}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
