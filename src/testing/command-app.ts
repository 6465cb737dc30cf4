import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '../host/printable.ts';
import { ownGroup } from '../host/process-group.ts';
import { later } from '../host/timers.ts';
import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';
import { endChild } from './end-child.ts';

type Command = string | readonly [program: string, ...args: string[]];

const keptOutput = 4000;
const betweenLooksMs = 50;

/** Starts a command and waits until it listens on its port. */
export async function startCommand(
  sandbox: SandboxOfApp,
  command: Command,
  { env = {}, cwd, startTimeoutMs = 30_000 }: Omit<AppOptions, 'app'>,
): Promise<RunningApp> {
  const port = await freePort();
  const values = valuesOf(sandbox, port);
  const [program = '', ...args] = (typeof command === 'string' ? [command] : command).map((part) =>
    filled(part, values),
  );
  const own = Object.entries(env).map(([name, text]) => [name, filled(text, values)]);
  const child = spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...variables(values), ...Object.fromEntries(own) },
    shell: typeof command === 'string',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that children of a shell or npx end too.
    ...ownGroup,
  });
  const end = endChild(child);
  const output = outputOf(child);
  const name = [program, ...args].join(' ');
  try {
    const host = await listening(child, port, startTimeoutMs, (why) => failure(name, why, output()));
    return { url: `http://${host}:${port}`, port, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

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
function variables(values: ReturnType<typeof valuesOf>): Readonly<Record<string, string>> {
  return {
    PORT: values.PORT,
    APP_URL: values.APP_URL,
    SANDBOX_URL: values.SANDBOX_URL,
    GATEWAY_URL: values.SANDBOX_URL,
    GATEWAY_SANDBOX_URL: values.SANDBOX_URL,
    GATEWAY_API_KEY: values.API_KEY,
    GATEWAY_ACCESS_TOKEN: values.ACCESS_TOKEN,
    GATEWAY_SECRET_KEY: values.SECRET_KEY,
  };
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Z_]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
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
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? `exit code ${code}`}`));
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

function failure(name: string, why: string, output: string): Error {
  return new Error(`The app (${name}) ${why}.${output && `\nIt printed:\n${output}`}`);
}
