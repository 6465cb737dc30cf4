import { isTaken } from '../audit/judge.ts';
import { asksForPassword, mayNeedLogin } from '../audit/login.ts';
import type { Answered } from '../audit/unread.ts';
import type { Visited } from '../audit/visit.ts';
import type { Callback } from '../client/contract.ts';
import type { Answer } from '../net/call.ts';
import { answerToForgery, type Tampering } from '../settings/delivery.ts';
import { answered, quoted } from './answered.ts';
import { adviceOn, unreadAdvice } from './pay-advice.ts';
import type { PayOutcome } from './pay-flags.ts';

/** How a payment ended, and what it shows about the app. */
export interface Paid {
  readonly transactionId: string | null;
  /** Whether the app responded correctly. True if nothing was sent to it. */
  readonly isGood: boolean;
  readonly verdict: string;
  readonly callback?: Callback | undefined;
  readonly returned?: Answer | undefined;
}

/** What the app received. */
export interface Heard {
  readonly outcome: PayOutcome;
  /** The callback with its first attempt. Undefined if the gateway sends none. */
  readonly callback: Callback | undefined;
  /** The page the customer returned to. Undefined if the customer did not return. */
  readonly returned: Visited | undefined;
  /** How the return is forged. Null for a genuine one. */
  readonly returnTampered: Tampering | null;
  /** Whether the callback was lost, as its order says. */
  readonly isLost: boolean;
  /** Whether a card has no callback, by the setting `card.callback`. */
  readonly isOnlyReturn: boolean;
  readonly hasReturnUrl: boolean;
  /** Whether the app's answer to a forged callback, or to one with approved=0, was asked for. */
  readonly isProbe: boolean;
  /** The total time limit, in words. */
  readonly waited: string;
}

type Verdict = Pick<Paid, 'isGood' | 'verdict'>;

const words: Readonly<Record<PayOutcome, string>> = {
  paid: 'Paid',
  canceled: 'Canceled',
  declined: 'Declined',
  expired: 'Expired',
  failed: 'Not paid (approved is 0)',
};

/** Judges the app's answers. The callback counts first: without it, no order is paid. */
export function verdictOn(heard: Heard): Verdict {
  const verdict = onAll(heard);
  // A check of forgeries in CI must not pass because none was sent.
  const wasProbed = heard.callback?.attempts.length || (heard.returned && heard.returnTampered !== null);
  if (!heard.isProbe || wasProbed) return verdict;
  const kind = heard.outcome === 'failed' ? 'callback with approved=0' : 'forged callback';
  const remedy = heard.isLost
    ? ' `--order callback-only` sends it whatever the setting `callback.order` says.'
    : '';
  return bad(`${verdict.verdict} The ${kind} was not sent, so nothing was tested.${remedy}`);
}

function onAll(heard: Heard): Verdict {
  const { callback, returned } = heard;
  const said = callback && onCallback(heard, callback);
  if (said && !said.isGood) return said;
  if (returned && heard.returnTampered !== null)
    return withReturn(heard, said, onTamperedReturn(returned, heard.returnTampered));
  const login = returned && loginWords(returned);
  if (returned && !login && !isTaken({ what: 'return', method: 'GET', url: '', answer: returned }))
    return bad(`${words[heard.outcome]}, but the customer came back to a page that ${answered(returned)}.`);
  if (!said) return onReturnAlone(heard, login);
  return login === undefined ? said : good(`${said.verdict} The ${login}.`);
}

const check = 'Check that its order is not paid';

/** A forged return that the app treats like the forged callback needs no words of its own. */
function withReturn({ callback }: Heard, said: Verdict | undefined, ofReturn: Verdict): Verdict {
  if (!said || !ofReturn.isGood) return ofReturn;
  return callback?.attempts.length ? said : good(`${said.verdict} ${ofReturn.verdict}`);
}

/** Unlike the gateway, the customer's browser follows redirects, so the status is that of the last page. */
function onTamperedReturn(returned: Visited, tampered: Tampering): Verdict {
  const { status, body, error, landed, isRedirected = false } = returned;
  if (status === null || error !== null)
    return bad(
      `The customer came back with a forged return (${tampered}) to a page that ${answered(returned)}.`,
    );
  if (isRedirected && status < 500 && tampered !== 'approved-0') {
    const answeredBy = status < 300 ? '' : `, which answered ${status}`;
    const to = landed ?? 'the same path';
    return good(`Your app redirected a forged return (${tampered}) to ${to}${answeredBy}. ${check}.`);
  }
  return onTampered('return', tampered, { method: 'GET', status, body });
}

function loginWords(returned: Answer): string | undefined {
  if (!mayNeedLogin({ what: 'return', answer: returned })) return undefined;
  const field = asksForPassword(returned) ? ' with a password field' : '';
  return `return page answered ${returned.status}${field}: it may need a login`;
}

function onCallback(heard: Heard, callback: Callback): Verdict | undefined {
  const word = words[heard.outcome];
  if (callback.status === 'dropped') return undefined;
  const [attempt] = callback.attempts;
  if (callback.status === 'held' && !attempt)
    return good(
      `${word}. The callback is held: \`gateway-sandbox callbacks release ${callback.id}\` sends it.`,
    );
  if (!attempt)
    return good(
      `${word}. The callback was not due within ${heard.waited}, so your app has not received it: raise --timeout, or move the clock with \`gateway-sandbox clock advance\`.`,
    );
  if (attempt.duration_ms === null)
    return bad(`${word}, but your app had not responded to the callback after ${heard.waited}.`);
  if (attempt.answer === null) return bad(`${word}, but your app did not respond: ${attempt.error}.`);
  const { method } = callback;
  const { status, body } = attempt.answer;
  const isAccepted = status >= 200 && status < (method === 'GET' ? 400 : 300);
  const { tampered } = callback;
  if (tampered !== null) return onTampered('callback', tampered, { method, status, body });
  if (isAccepted) return good(`${word}, and your app accepted the callback.`);
  return bad(
    `${word}, but your app answered ${status}${quoted(body)}. ${adviceOn({ method, status, body })}`,
  );
}

function onTampered(what: 'callback' | 'return', how: string, response: Answered): Verdict {
  return how === 'approved-0' ? onUnpaid(what, response) : onForged(`${what} (${how})`, response);
}

/** A genuine message about a failed payment. Accepting and refusing it are fine if the order stays unpaid. */
function onUnpaid(what: string, response: Answered): Verdict {
  const answer = `Your app answered ${response.status} to a ${what} with approved=0.`;
  if (response.status >= 500) return bad(`${answer} ${adviceOn(response)}`);
  return good(`${answer} ${unreadAdvice(response) ?? `${check}.`}`);
}

/** A refusal is right, if the handler has read the message. A 200 proves nothing yet: some apps answer 200 to everything. */
function onForged(message: string, response: Answered): Verdict {
  const { status } = response;
  const advice = unreadAdvice(response);
  const next = advice === undefined ? '' : ` ${advice}`;
  const verdicts = {
    rejected: good(`Your app rejected the forged ${message} with ${status}.${next}`),
    redirected: good(`Your app redirected a forged ${message} with ${status}. ${check}.`),
    accepted: bad(`Your app answered ${status} to a forged ${message}. ${check}, and reject such messages.`),
    failed: bad(`Your app broke on a forged ${message}: it answered ${status}.`),
  };
  return verdicts[answerToForgery(status)];
}

const onlyReturn = 'the setting `card.callback` is "browser", so only the return brings the result';

function onReturnAlone(heard: Heard, login: string | undefined): Verdict {
  const { outcome, callback, returned, isLost, isOnlyReturn, hasReturnUrl } = heard;
  const word = words[outcome];
  const shown = login === undefined ? 'your app showed the customer a page' : `the ${login}`;
  if (returned && isLost)
    return good(`${word}, and ${shown}. The callback was lost: its order is \`return-only\`.`);
  if (isLost) return good(`${word}. Your app was not called: the order of the callback is \`return-only\`.`);
  if (isOnlyReturn && !returned) {
    const remedy = hasReturnUrl ? '`--order return-only` sends it' : 'Give its address with --return-url';
    return good(`${word}. Your app was not called: ${onlyReturn}. ${remedy}.`);
  }
  if (returned && !callback) return good(`${word}, and ${shown}. No callback is sent for this.`);
  if (returned) return good(`${word}, and ${shown}. No callback was sent: add --callback-url.`);
  if (callback)
    return good(`${word}. Your app was not called: give its address with --callback-url or --return-url.`);
  return good(`${word}. Nothing is sent to your app for this outcome.`);
}

function good(verdict: string): Verdict {
  return { isGood: true, verdict };
}

function bad(verdict: string): Verdict {
  return { isGood: false, verdict };
}
