import type { Runtime } from '../runtime/runtime.ts';
import type { AppAnswer, AskApp, ToApp } from './ask-app.ts';
import { type Change, callbackChanges, openChanges, settingsWith } from './changes.ts';
import { messageThatShows } from './page-look.ts';
import { type PaymentStory, type Sent, sentUnder } from './payments.ts';

/** The result of replaying a payment. */
export interface PaymentVerdict {
  /** What goes wrong, in words. Undefined if nothing does. */
  readonly fault?: string;
  /** The changes with which the app accepted everything. */
  readonly changes?: readonly Change[];
  /** A question that only a person can answer. */
  readonly question?: string;
}

/** A story with everything needed to replay it. */
interface Play {
  readonly runtime: Runtime;
  readonly app: AskApp;
  readonly story: PaymentStory;
  readonly now: Sent;
}

/** The last step of the replay, and the app's answer. */
interface End {
  readonly step: 'callback' | 'return';
  readonly answer: AppAnswer;
}

/** A callback, and the changes with which it is sent. */
interface Trial {
  readonly message: ToApp;
  readonly changes: readonly Change[];
}

/** Statuses of pages that require a signed-in customer. */
const signedInOnly = new Set([401, 403, 419]);

/** Sends a payment's messages unchanged, then with each change, until the app accepts all of them. */
export async function tryPayment(
  runtime: Runtime,
  app: AskApp,
  story: PaymentStory,
): Promise<PaymentVerdict> {
  const { current } = runtime.settings;
  const play = { runtime, app, story, now: sentUnder(runtime, story.finished, current) };
  const end = await played(play, play.now);
  if (!isRefused(end)) return { ...otherPage(story, end), ...(await silentlyIgnored(play)) };
  const fault = faultOf(story, end);
  const tried = [play.now];
  for (const changes of alternatives(openChanges(callbackChanges, current))) {
    const settings = settingsWith(current, changes);
    const sent = settings && sentUnder(runtime, story.finished, settings);
    if (!sent || tried.some((other) => isSame(sent, other))) continue;
    tried.push(sent);
    // Nothing answers, so further attempts are useless.
    if (end.answer.status === undefined) break;
    if (!isRefused(await played(play, sent))) return { fault, changes };
  }
  const isPost = story.callback.method === 'POST';
  if (end.step === 'return' && isPost && signedInOnly.has(end.answer.status ?? 0))
    return { question: signInQuestion(story, end.answer) };
  return { fault };
}

/** Each change alone, then in pairs. */
function alternatives(changes: readonly Change[]): readonly (readonly Change[])[] {
  const pairs = changes.flatMap((one, at) =>
    changes
      .slice(at + 1)
      .filter(({ setting }) => setting !== one.setting)
      .map((other) => [one, other]),
  );
  return [...changes.map((change) => [change]), ...pairs];
}

/** Sends the callback, then the return, until the app refuses one. Skips what it has already accepted. */
async function played({ app, story, now }: Play, sent: Sent): Promise<End | undefined> {
  const { allowSelfSigned } = story.finished.account;
  const wasAccepted = (request: ToApp) => story.answer.accepted && request.url === story.callback.url;
  const { callback, back } = sent;
  if (callback && !(wasAccepted(callback) && isSameRequest(callback, now.callback))) {
    const answer = await app.ask(callback, allowSelfSigned);
    if (!answer.accepted) return { step: 'callback', answer };
  }
  // Without a callback, the return was the first visit, and it was already accepted.
  if (!back || (!callback && wasAccepted(back))) return undefined;
  return { step: 'return', answer: await app.ask(back, allowSelfSigned) };
}

function isRefused(end: End | undefined): end is End {
  return end !== undefined && !end.answer.accepted;
}

function isSame(one: Sent, other: Sent): boolean {
  return isSameRequest(one.callback, other.callback) && isSameRequest(one.back, other.back);
}

function isSameRequest(one: ToApp | undefined, other: ToApp | undefined): boolean {
  return one?.url === other?.url && one?.body === other?.body;
}

function faultOf({ answer: first, callback }: PaymentStory, { step, answer }: End): string {
  if (step === 'callback') return `Your app ${answer.words}.`;
  const back = callback.method === 'GET' ? 'the same request from the browser' : "the customer's return";
  return `Your app ${first.words} to the callback, then ${answer.words} to ${back}.`;
}

/** A handler that marks an order failed on the second message usually redirects to a different page. */
function otherPage({ callback, answer, finished }: PaymentStory, end: End | undefined): PaymentVerdict {
  const [first, second] = [answer.location, end?.answer.location].map(
    (location) => location?.split('?', 1)[0],
  );
  if (callback.method !== 'GET' || end?.step !== 'return' || first === second) return {};
  return {
    question: `Your app ${answer.words} to the callback of invoice ${finished.transaction.invoiceNo}, but ${end.answer.words} to the same request from the browser. If the order is not paid then, set \`card.callback\` to \`browser\`.`,
  };
}

function signInQuestion({ finished }: PaymentStory, { words }: AppAnswer): string {
  return `Your app ${words} to the return of invoice ${finished.transaction.invoiceNo}. That is right if the page is for signed-in customers only.`;
}

/**
 * A callback answered 2xx with an empty body may have been ignored. The return page reveals it: if it changes
 * after a callback under other settings, the previous callback had no effect.
 */
async function silentlyIgnored({ runtime, app, story, now }: Play): Promise<PaymentVerdict> {
  const { callback, answer, finished } = story;
  const { back } = now;
  if (callback.method !== 'POST' || answer.body.trim() !== '' || !now.callback || !back) return {};
  const { current } = runtime.settings;
  const usual: Trial = { message: now.callback, changes: [] };
  const others = openChanges(callbackChanges, current).flatMap((change) => {
    const settings = settingsWith(current, [change]);
    const message = settings && sentUnder(runtime, finished, settings).callback;
    return message && !isSameRequest(message, now.callback) ? [{ message, changes: [change] }] : [];
  });
  const ask = (request: ToApp) => app.ask(request, finished.account.allowSelfSigned);
  const page = () => ask(back);
  const visits = { page, pageAfter: ({ message }: Trial) => ask(message).then(page) };
  const shown = await messageThatShows(visits, usual, others);
  if (!shown)
    return {
      question: `Your app ${answer.words} with an empty body to the callback of invoice ${finished.transaction.invoiceNo}. Check that the order is paid.`,
    };
  const fault = `Your app ${answer.words} with an empty body and ignored the callback: its return page changed only after a callback under another setting.`;
  return { fault, changes: shown.changes };
}
