import { later } from '../host/timers.ts';
import { call } from '../net/call.ts';
import type { Probe, Step } from './probe.ts';
import { memberOf, type Reply, replyOf, wordOf } from './reply.ts';
import { hiding } from './secrets.ts';

/** A service with the merchant API: the live one, or an in-memory sandbox. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly mobileNumber: string | undefined;
  readonly timeoutMs: number;
  /** Pause between two calls. */
  readonly pauseMs: number;
  /** Waits. A sandbox advances its clock instead. */
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds since the comparison started. */
  readonly elapsedMs: () => number;
  /** Returns an unused invoice number. */
  readonly invoice: () => string;
}

/** The longest `Retry-After` to wait for. */
const longestWaitMs = 90_000;
/** A service with a rate limit answers at least one of these attempts. */
const mostAttempts = 4;

/** Sends the steps of a probe in order. Stops if the service does not answer. */
export async function play(service: Service, probe: Probe): Promise<Reply[]> {
  const replies: Reply[] = [];
  const mobile = service.mobileNumber ?? '';
  const values = {
    invoice: service.invoice(),
    new_invoice: '',
    mobile,
    short_mobile: mobile.replace(/^0/, ''),
    process_id: '',
  };
  for (const step of probe.steps) {
    if (usesNewInvoice(step)) values.new_invoice = service.invoice();
    if (!step.isPrompt) await service.wait(service.pauseMs);
    const reply = await patiently(service, step, values);
    replies.push(reply);
    if (reply.status === null) break;
    const processId = memberOf(reply, 'result', 'process_id');
    // Other JSON values aren't ids, and `String` throws for some of them.
    if (typeof processId === 'string' || typeof processId === 'number') values.process_id = String(processId);
  }
  return replies;
}

function usesNewInvoice({ fields }: Step): boolean {
  return Object.values(fields).some((text) => text.includes('{new_invoice}'));
}

/** Retries when the service asks for that, unless the step is about that very answer. */
async function patiently(service: Service, step: Step, values: Values): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await sent(service, step, values);
    const waitMs = retryAfterMs(reply);
    if (step.isPrompt || waitMs === undefined || attempt === mostAttempts)
      return attempt === 1 ? reply : { ...reply, hadToWait: true };
    await service.wait(waitMs);
  }
}

function retryAfterMs(reply: Reply): number | undefined {
  if (reply.status !== 429 && wordOf(reply) !== 'TOO_MAY_REQUESTS') return undefined;
  const seconds = Number(reply.headers['retry-after'] ?? 1);
  const ms = Number.isFinite(seconds) ? Math.max(seconds, 1) * 1000 : 1000;
  return ms <= longestWaitMs ? ms : undefined;
}

type Values = Readonly<Record<'invoice' | 'new_invoice' | 'mobile' | 'short_mobile' | 'process_id', string>>;

async function sent(service: Service, step: Step, values: Values): Promise<Reply> {
  const fields = Object.entries(step.fields).map(([name, text]) => [name, filled(text, values)] as const);
  const url = `${service.url}/api/v1/transaction/${step.path}`;
  const sentAtMs = service.elapsedMs();
  const answer = await call({
    method: step.method ?? 'POST',
    url: step.sentAs === 'query' ? `${url}?${query(fields)}` : url,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${step.keys === 'wrong' ? 'no-such-token' : service.accessToken}`,
      'X-API-KEY': service.apiKey,
      ...(step.method !== 'GET' && { 'Content-Type': contentTypes[step.sentAs ?? 'form'] }),
    },
    body: bodyOf(step, fields),
    timeoutMs: service.timeoutMs,
  });
  return replyOf(step.path, answer, sentAtMs, hiding(service));
}

const contentTypes = {
  form: 'application/x-www-form-urlencoded',
  query: 'application/x-www-form-urlencoded',
  json: 'application/json',
};

type Fields = readonly (readonly [string, string])[];

function bodyOf({ method, sentAs }: Step, fields: Fields): string | null {
  if (method === 'GET') return null;
  if (sentAs === 'json') return JSON.stringify(Object.fromEntries(fields));
  return sentAs === 'query' ? '' : query(fields);
}

function query(fields: Fields): string {
  return String(new URLSearchParams(Object.fromEntries(fields)));
}

function filled(text: string, values: Values): string {
  return text.replace(
    /\{(invoice|new_invoice|mobile|short_mobile|process_id)\}/g,
    (_, name: keyof Values) => values[name],
  );
}

/** Waits in real time, for services other than ours. */
export function realWait(ms: number): Promise<void> {
  return later(ms);
}
