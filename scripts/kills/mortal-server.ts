import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';

const program = join(import.meta.dirname, '../../bin/gateway-sandbox.js');

/** The built server on one data file and one port, killed and started again as often as one likes. */
export class MortalServer {
  readonly #data: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #url = '';

  constructor(folder: string) {
    this.#folder = folder;
    this.#data = join(folder, 'sandbox.db');
  }

  get data(): string {
    return this.#data;
  }

  /** Known since the first start, and the same ever after. */
  get url(): string {
    return this.#url;
  }

  /** Starts a process; settles when it answers requests. Rejects, with what it printed, when it ends before that. */
  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const child = spawn(execPath, [program, 'start', '--port', port, '--data', this.#data, '--json'], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const printed: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
    const ready = once(child.stdout, 'data').then(([line]) => JSON.parse(String(line)) as { url: string });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server has ended: ${Buffer.concat(printed)}`);
    });
    this.#url = (await Promise.race([ready, ended])).url;
    // From here on its end is nobody's surprise.
    ended.catch(() => undefined);
  }

  /** Ends the process at once, whatever it is doing. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
