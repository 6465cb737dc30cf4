import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { InterceptedHost } from '../intercept/address.ts';
import type { Interception } from '../intercept/intercept.ts';
import { loadConfig } from '../load-config.ts';
import { type Running, runSandbox } from '../run.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';
import { isForPeople } from './for-people.ts';
import { intercepted, interceptionOf } from './interception.ts';

interface ExecFlags {
  readonly env?: readonly string[];
  readonly config?: string;
  readonly intercept?: readonly string[];
  readonly otherHosts?: string;
}

/** Runs a command against a sandbox on a free port and in memory, and ends with the command's exit code. */
export async function exec(command: readonly string[], flags: ExecFlags): Promise<void> {
  const { hosts, otherHosts } = await intercepted(flags);
  const running = await started(flags, hosts);
  let interception: Interception | undefined;
  try {
    const env = { ...process.env, ...environment(running, flags.env ?? []) };
    interception = await interceptionOf(running, { hosts, otherHosts, env });
    // Before it is started: a signal that came between the two would leave it running.
    const forget = passSignalsOn(() => child);
    const child = launch(command, { ...env, ...interception?.environment });
    const code = await exitCode(child, command);
    forget();
    // Stderr: what the command prints may be piped to something that reads it.
    for (const note of interception?.notes() ?? []) console.error(`gateway-sandbox: ${note}`);
    if (code !== 0) console.error(await (await import('./post-mortem.ts')).postMortem(running));
    process.exitCode = code;
  } finally {
    try {
      await interception?.close();
    } finally {
      await running.stop();
    }
  }
}

async function started({ config }: ExecFlags, hosts: readonly InterceptedHost[]): Promise<Running> {
  try {
    const flags = { port: 0, ...(config !== undefined && { config }) };
    const loaded = await loadConfig(flags, process.env, process.cwd());
    const allowHosts = [
      ...loaded.allowHosts,
      ...hosts.map(({ name }) => (name.includes(':') ? `[${name}]` : name)),
    ];
    return await runSandbox({ ...loaded, allowHosts, host: undefined, data: undefined });
  } catch (error) {
    if (isForPeople(error)) throw new CommandFailed(error.message);
    throw error;
  }
}

/** Our own variables, and those that the app calls by other names. */
function environment(running: Running, templates: readonly string[]): NodeJS.ProcessEnv {
  const { url, token, authority } = running;
  const [account] = running.sandbox.runtime.store.accounts.all();
  const values: Readonly<Record<string, string>> = {
    url,
    control_url: `${url}/_sandbox/api`,
    api_key: account?.apiKey ?? '',
    access_token: account?.accessTokens.test ?? '',
    secret_key: account?.secretKey ?? '',
  };
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: values.api_key,
    GATEWAY_ACCESS_TOKEN: values.access_token,
    GATEWAY_SECRET_KEY: values.secret_key,
    GATEWAY_SANDBOX_URL: url,
    ...(token !== undefined && { GATEWAY_SANDBOX_TOKEN: token }),
    ...(authority && { NODE_EXTRA_CA_CERTS: authority.caFile }),
    ...Object.fromEntries(templates.map((template) => variable(template, values))),
  };
}

function variable(template: string, values: Readonly<Record<string, string>>): [name: string, value: string] {
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(template) ?? [];
  if (name === undefined || text === undefined)
    throw new WrongUsage(`--env ${JSON.stringify(template)} must have the form NAME=TEMPLATE.`);
  const filled = text.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = values[key];
    if (value !== undefined) return value;
    const known = Object.keys(values).map((each) => `{${each}}`);
    throw new WrongUsage(`--env ${name}: there is no ${placeholder}. There are ${known.join(', ')}.`);
  });
  return [name, filled];
}

function launch([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  // npm and its kin are scripts there, which only the shell can start.
  if (process.platform === 'win32')
    return spawn([program, ...args].map(quoted).join(' '), { env, stdio: 'inherit', shell: true });
  return spawn(program, args, { env, stdio: 'inherit' });
}

/** Ctrl-C on a terminal reaches the command by itself; every other signal is for us alone until we pass it on. */
function passSignalsOn(child: () => ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child().kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/** As a shell reports it: 128 and the signal's number when a signal ended it. */
async function exitCode(child: ChildProcess, [program = '']: readonly string[]): Promise<number> {
  try {
    // What `close` is documented to give.
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const why =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'there is none' : String(error);
    throw new CommandFailed(`The command ${JSON.stringify(program)} cannot be started: ${why}.`);
  }
}

/** A word of a command line of Windows. */
export function quoted(word: string): string {
  return /[\s"&|<>^()]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;
}
