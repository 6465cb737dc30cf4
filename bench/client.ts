import { connect, type Socket } from 'node:net';
import { quantilesOf } from './statistics.ts';

/** The result of a run. */
export interface Measured {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Latency per request. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Answers with an unexpected status. */
  readonly wrong: number;
}

/** Adds the processor time per request in microseconds, for the server and for this client. */
export interface MeasuredServer extends Measured {
  readonly cpuUs: number;
  readonly clientCpuUs: number;
}

export interface Drive {
  readonly port: number;
  readonly connections: number;
  /** The next complete request. Undefined when there are no more. */
  readonly next: () => Buffer | undefined;
  /** No requests are sent after this time. */
  readonly seconds: number;
  readonly onBody?: (body: string) => void;
}

/**
 * Sends raw requests over keep-alive connections, one at a time on each. The client is cheap, so that the
 * server is what gets measured.
 */
export async function drive({ port, connections, next, seconds, onBody }: Drive): Promise<Measured> {
  const times: number[] = [];
  let wrong = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const one = async () => {
    const connection = await connected(port);
    for (let request = next(); request && performance.now() < endsAt; request = next()) {
      const sentAt = performance.now();
      const { status, body } = await connection.ask(request);
      times.push(performance.now() - sentAt);
      if (status !== 200) wrong += 1;
      onBody?.(body.toString('utf8'));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, one));
  const took = (performance.now() - startedAt) / 1000;
  const [medianMs = 0, p99Ms = 0] = quantilesOf(times, [0.5, 0.99]);
  return { requests: times.length, seconds: took, perSecond: times.length / took, medianMs, p99Ms, wrong };
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** A keep-alive connection. Answers must have a Content-Length. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('the server closed the connection')));
  }

  ask(request: Buffer): Promise<Answer> {
    if (!this.#socket.writable) return Promise.reject(new Error('the server has closed the connection'));
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.end();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#failed?.(new Error(`an answer without Content-Length: ${head}`));
      return;
    }
    const whole = end + 4 + Number(length);
    if (this.#received.length < whole) return;
    const body = this.#received.subarray(end + 4, whole);
    this.#received = this.#received.subarray(whole);
    this.#answered?.({ status: Number(head.slice(9, 12)), body });
  }
}

export function connected(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', noDelay: true };
    const socket = connect(options, () => resolve(new Connection(socket)));
    socket.once('error', reject);
  });
}
