import { isDelivered } from '../callbacks/end-attempt.ts';
import { HttpSender } from '../callbacks/http-sender.ts';
import type { Delivered } from '../callbacks/wire-request.ts';
import { beginning } from '../host/beginning.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';

/** A request to the app: a callback, or a browser's return. */
export interface ToApp {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  readonly isBrowser: boolean;
}

/** The app's answer. */
export interface AppAnswer {
  readonly accepted: boolean;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
  /** A description, such as `answered 403: "wrong hash"`. */
  readonly words: string;
}

/** Sends requests to the app and counts them. */
export interface AskApp {
  readonly sent: () => number;
  readonly ask: (request: ToApp, allowSelfSigned: boolean) => Promise<AppAnswer>;
  readonly close: () => void;
}

/** An app that works at all answers people within this time. */
const patienceMs = 5000;

const browser = {
  'User-Agent': 'Mozilla/5.0 (gateway-sandbox doctor)',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'ar,en;q=0.8',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
};

export function askApp(runtime: Runtime, signal: AbortSignal): AskApp {
  const sender = new HttpSender(runtime.addresses);
  const timeoutMs = Math.min(patienceMs, settingMs(runtime.settings.current.callback.timeout));
  let sent = 0;
  return {
    sent: () => sent,
    ask: async ({ method, url, body, isBrowser }, allowSelfSigned) => {
      sent += 1;
      const request = { method, url, body, allowSelfSigned, timeoutMs };
      return answerOf(
        method,
        await sender.send(isBrowser ? { ...request, headers: browser } : request, signal),
      );
    },
    close: () => sender.close(),
  };
}

export function answerOf(method: 'GET' | 'POST', delivered: Delivered): AppAnswer {
  const accepted = isDelivered(method, delivered);
  if ('error' in delivered)
    return {
      accepted,
      status: undefined,
      location: undefined,
      body: '',
      words: `did not answer (${delivered.error})`,
    };
  const { status } = delivered;
  const body = delivered.body.toString('utf8');
  const location = delivered.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  const to = location === undefined ? '' : ` with a redirect to ${beginning(location, 200)}`;
  return { accepted, status, location, body, words: `answered ${status}${to}${quoted(body)}` };
}

/** The first words of an answer, without markup, even if the part that is read ends inside a script. */
function quoted(body: string): string {
  const text = body
    .slice(0, 4000)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<[^>]*(?:>|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return '';
  return `: ${JSON.stringify(text.length > 120 ? `${beginning(text, 119)}…` : text)}`;
}
