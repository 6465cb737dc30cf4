import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';
import type { AskApp } from './ask-app.ts';
import { type PaymentStory, paymentStories, sentUnder } from './payments.ts';
import { isAcceptedSince, provenBefore, remember } from './proven.ts';
import { paymentWords } from './reasons.ts';
import { type PaymentVerdict, tryPayment } from './try-payment.ts';
import type { Found } from './verdict.ts';

/** Each may send up to 40 requests to the app. */
const mostPayments = 6;

export interface PaymentFailures {
  readonly found: readonly Found[];
  readonly questions: readonly string[];
}

/** The callbacks and returns that the app refuses. Without `app`, nothing is sent, so nothing is proposed. */
export async function paymentFailures(
  runtime: Runtime,
  callbacks: readonly Callback[],
  app: AskApp | undefined,
): Promise<PaymentFailures> {
  const found: Found[] = [];
  const questions: string[] = [];
  const stories = paymentStories(runtime, callbacks);
  for (const story of stories.slice(0, mostPayments)) {
    const { callback, count } = story;
    const now = app ? await tryPayment(runtime, app, story) : asLogged(runtime, story, stories);
    if (now.changes) remember(runtime, story, now);
    const isUnsettled = app === undefined || now.fault === undefined;
    const before = isUnsettled ? provenBefore(runtime, story, stories) : undefined;
    const { fault, changes = [], question } = before ?? now;
    if (question !== undefined) questions.push(question);
    if (fault === undefined) continue;
    found.push({
      what: paymentWords(runtime, callback),
      reason: fault,
      changes: changes.map((change) => ({ ...change, without: fault })),
      ...{ count, needsNames: false, request: null, callback: String(callback.id) },
    });
  }
  return { found, questions };
}

function asLogged(runtime: Runtime, story: PaymentStory, all: readonly PaymentStory[]): PaymentVerdict {
  const { answer, callback, finished } = story;
  if (answer.accepted) return {};
  const now = sentUnder(runtime, finished, runtime.settings.current).callback;
  const isSame = now?.url === callback.url && now.body === callback.body;
  if (!isSame && isAcceptedSince(story, all)) return {};
  const changed = isSame ? '' : ' The settings have changed since: try it again.';
  return { fault: `Your app ${answer.words}.${changed}` };
}
