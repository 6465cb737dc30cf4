import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fixedCode } from './customer.ts';

const program = join(import.meta.dirname, '../../../bin/gateway-sandbox.js');

/** The built server with one data file and one port, which can be killed and restarted repeatedly. */
export class MortalServer {
  readonly #data: string;
  readonly #folder: string;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #printed: Buffer[] = [];
  #url = '';

  /** Uses fixed codes, plus the given settings. */
  constructor(folder: string, more: Readonly<Record<string, unknown>> = {}, flags: readonly string[] = []) {
    this.#folder = folder;
    this.#flags = flags;
    this.#data = join(folder, 'sandbox.db');
    const settings = { otp: { policy: 'fixed', codes: { '*': fixedCode } }, ...more };
    writeFileSync(join(folder, 'gateway-sandbox.config.json'), JSON.stringify({ settings }));
  }

  get data(): string {
    return this.#data;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Known after the first start, and never changes. */
  get url(): string {
    return this.#url;
  }

  /** Starts a process and settles when it answers. Rejects with its output if it ends before that. */
  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const flags = ['--port', port, '--data', this.#data, '--json', ...this.#flags];
    const child = spawn(execPath, [program, 'start', ...flags], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const printed: Buffer[] = [];
    this.#printed = printed;
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
    const ready = once(child.stdout, 'data').then(([line]) => JSON.parse(String(line)) as { url: string });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server has ended: ${Buffer.concat(printed)}`);
    });
    this.#url = (await Promise.race([ready, ended])).url;
    // From here on, its end is expected.
    ended.catch(() => undefined);
  }

  /** The state or exit of the process and its stderr, for when it no longer answers. */
  get lastWords(): string {
    const { exitCode, signalCode } = this.#child ?? {};
    const state = signalCode ?? (exitCode === null ? 'running' : `exit code ${exitCode}`);
    return `the server (${state}) printed: ${Buffer.concat(this.#printed)}`;
  }

  /** Sends a signal. Settles with the exit code, or undefined if a signal ended the process. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | undefined> {
    const child = this.#child;
    if (!child) return undefined;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode ?? undefined;
  }
}
