import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

/** One request of ours to the merchant's app. `fetch` would say that it is no navigation, and refuse some ports. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** For the whole exchange. */
  readonly timeoutMs: number;
}

/** What came back, or why nothing did. */
export interface Answer {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** In words; null when there was an answer. */
  readonly error: string | null;
  /** `Location`, where there is one. */
  readonly location: string | null;
  /** The first 64 KiB, as text. */
  readonly body: string;
  readonly durationMs: number;
}

const keptBytes = 64 * 1024;

/** Sends it and reads the answer; follows no redirect and never throws for what the network does. */
export async function exchange(sent: Sent): Promise<Answer> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await answered(sent);
    const body = await bodyOf(answer);
    const { statusCode = 0, headers } = answer;
    return {
      status: statusCode,
      error: null,
      location: headers.location ?? null,
      body,
      durationMs: tookMs(),
    };
  } catch (error) {
    return { status: null, error: words(error, sent), location: null, body: '', durationMs: tookMs() };
  }
}

function answered({ method, url, headers, body, timeoutMs }: Sent): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? secureRequest : plainRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    // A connection of its own: one that is kept may be closed by the other side while we write.
    const outgoing = send(url, { method, headers: { ...headers, ...length }, signal, agent: false });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    // Without an encoding a response gives buffers.
    const piece = chunk as Buffer;
    if (bytes < keptBytes) chunks.push(piece);
    bytes += piece.length;
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8');
}

function words(error: unknown, { url, timeoutMs }: Sent): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} s`;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return `nothing listens at ${new URL(url).host}`;
  if (code === 'ECONNRESET') return 'the connection was reset before an answer came';
  return error.message || code;
}
