import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { sandboxEnvironment } from '../client/sandbox-environment.ts';
import { extraAuthorities } from '../host/extra-authorities.ts';
import { startGuardian } from '../host/guardian.ts';
import { printable } from '../host/printable.ts';
import { ownGroup } from '../host/process-group.ts';
import { tell } from '../host/tell.ts';
import { later, performance } from '../host/timers.ts';
import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';
import { endChild } from './end-child.ts';

type Command = string | readonly [program: string, ...args: string[]];

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
  // Before the app, so that nothing takes time between its start and the message to the guardian.
  const guardian = startGuardian({ unref: true, isApart: true });
  const child = spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...environment },
    shell: typeof command === 'string',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that children of a shell or npx end too.
    ...ownGroup,
  });
  guardian?.endsWithUs(child.pid && -child.pid);
  const end = endChild(child, guardian);
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

/** Fills in one name only: code in an argument may contain `{PORT}`, and the environment has all of them. */
function partsOf(command: Command, { SANDBOX_URL }: Values): [program: string, ...args: string[]] {
  const [program, ...args] = typeof command === 'string' ? ([command] as const) : command;
  return [filled(program, { SANDBOX_URL }), ...args.map((arg) => filled(arg, { SANDBOX_URL }))];
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf({ url, account }: SandboxOfApp, port: number) {
  return {
    SANDBOX_URL: url,
    API_KEY: account.apiKey,
    ACCESS_TOKEN: account.accessTokens.test,
    SECRET_KEY: account.secretKey,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
  };
}

/** Includes the variables of `gateway-sandbox exec`, so that an app that works with it works here too. */
function environmentOf(
  sandbox: SandboxOfApp,
  values: Values,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { SANDBOX_URL, APP_URL, PORT } = values;
  const asked = Object.entries(env).map(([name, text]) => [name, filled(text, values)]);
  const ca = sandbox.ca && extraAuthorities(sandbox.ca);
  const shared = sandboxEnvironment({ ...sandbox, ca });
  return { ...shared, SANDBOX_URL, APP_URL, PORT, ...Object.fromEntries(asked) };
}

/** Leaves `${NAME}` as it is: a shell replaces it, or the app itself. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/(?<!\$)\{([A-Z_]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
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
  child.once('error', (error) => (ended = `cannot be started: ${error.message}`));
  child.once('exit', (code, signal) => (ended ??= endedWith(code, signal)));
  for (const deadline = performance.now() + timeoutMs; ; ) {
    for (const [address, host] of loopbacks) if (await takes(address, port)) return host;
    if (ended !== undefined) throw failed(`${ended} before it listened on port ${port}`);
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

function endedWith(code: number | null, signal: string | null): string {
  return `ended with ${signal ?? `exit code ${code}`}`;
}

const loopbacks = [
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
] as const;

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
