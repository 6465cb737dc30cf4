import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath, env as ownEnv } from 'node:process';
import { setTimeout as later } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { testFolder } from './data-file.ts';
import { merchantCall } from './sandbox.ts';

export const program = join(import.meta.dirname, '../../bin/gateway-sandbox.js');

/** For commands that would otherwise contact a sandbox at the default port, which may be the user's own. */
export const noSandbox = { GATEWAY_SANDBOX_URL: 'http://127.0.0.1:9', GATEWAY_SANDBOX_PORT: '0' };

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new temporary folder. */
  readonly cwd?: string;
  /**
   * A standalone executable instead of Node and the built program, or a program that runs it with the
   * arguments `before`.
   */
  readonly executable?: string;
  readonly before?: readonly string[];
  /** Another Node than the one that runs the tests. */
  readonly node?: string;
  /** Arguments for Node itself. */
  readonly nodeArguments?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The content of the ready line of `--json`. */
export interface Ready {
  readonly pid: number;
  readonly url: string;
  readonly control_url: string;
  readonly token?: string;
  readonly ca?: string;
  readonly note?: string;
}

export interface Cli {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Settles when stdout matches. Rejects with all output if the process ends first. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<Ended>;
}

export interface CliAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface CliSandbox extends Cli, Ready, Calls {}

/** Ways to call a sandbox over HTTP. */
export interface Calls {
  /** Calls the merchant API with the demo account's test token. */
  readonly call: (path: string, fields: Readonly<Record<string, string>>) => Promise<CliAnswer>;
  /** A call of the control API: a body makes it a POST. Returns the answer's JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly control: (path: string, body?: unknown) => Promise<any>;
}

/**
 * Runs the built program, and kills it after the test. The environment is minimal: no variables of ours, no
 * home.
 */
export function runCli(args: readonly string[], options: CliOptions = {}): Cli {
  const { env = {}, node = execPath, nodeArguments = [] } = options;
  const cwd = options.cwd ?? testFolder();
  const [command, ...before] = options.executable
    ? [options.executable, ...(options.before ?? [])]
    : [node, ...nodeArguments, program];
  const child = spawn(command, [...before, ...args], {
    cwd,
    env: { ...bareEnvironment(), HOME: cwd, XDG_DATA_HOME: cwd, NO_COLOR: '1', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const stdout = collected(child.stdout);
  const stderr = collected(child.stderr);
  const ended = once(child, 'close').then(([code, signal]) => ({
    code,
    signal,
    stdout: stdout(),
    stderr: stderr(),
  }));
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (pattern.test(stdout())) resolve(stdout());
      };
      child.stdout.on('data', look);
      look();
      ended.then(({ code }) => reject(new Error(`ended with ${code}: ${stdout()}${stderr()}`)), reject);
    });
  return { process: child, stdout, stderr, printed, ended };
}

/** Runs the program until it ends. */
export function cliResult(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  return runCli(args, options).ended;
}

/** Starts a sandbox on a free port and reads its ready line. */
export async function cliSandbox(
  args: readonly string[] = [],
  options: CliOptions = {},
): Promise<CliSandbox> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const cli = runCli(['start', ...port, '--json', ...args], options);
  // Our own ready line.
  const ready = JSON.parse(await cli.printed(/\n/)) as Ready;
  return { ...cli, ...ready, ...callsTo(ready.url) };
}

export function callsTo(url: string): Calls {
  return {
    call: async (path, fields) => {
      const answer = await fetch(`${url}/api/v1/transaction/${path}`, merchantCall(fields));
      return { status: answer.status, json: await answer.json() };
    },
    control: async (path, body) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${url}/_sandbox/api/${path}`, init)).json();
    },
  };
}

/** Sends a signal and settles with the process's end. */
export async function signalled(cli: Cli, signal: NodeJS.Signals): Promise<Ended> {
  cli.process.kill(signal);
  return await cli.ended;
}

/** The NODE_OPTIONS that make a program run a script of the test first. */
export function imported(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

/** Real time that must pass because the test is about it. */
export function passed(ms: number): Promise<void> {
  return later(ms);
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = ownEnv;
  return { PATH, SystemRoot, TEMP, TMPDIR };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
