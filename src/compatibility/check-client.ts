import { askApp } from './ask-app.ts';
import { openChanges, requestChanges, settingsWith } from './changes.ts';
import { forgottenNames, withoutCorrected } from './corrected.ts';
import { gatewayNames } from './gateway-names.ts';
import { keyQuestions, nameQuestions } from './name-questions.ts';
import { newestRequests } from './newest-requests.ts';
import { type NotCounted, notCounted } from './not-counted.ts';
import { paymentFailures } from './payment-failures.ts';
import { forgottenQuestions, quietQuestions, untriedQuestions } from './questions.ts';
import type { Bench } from './replay.ts';
import { requestFailures } from './request-failures.ts';
import { type Advice, adviceOn } from './verdict.ts';

export interface ClientVerdict extends Advice {
  readonly requests: number;
  readonly callbacks: number;
  /** The number of requests sent to the app. */
  readonly sent_to_app: number;
  /** Refused requests that are no failures of the client. */
  readonly not_counted: readonly NotCounted[];
  /** Questions that only a person can answer. */
  readonly questions: readonly string[];
}

interface CheckOptions {
  /** Whether to try callbacks and returns with the app itself. */
  readonly askApp: boolean;
  /** Only what this account's client sent, and was sent. */
  readonly accountId?: string | undefined;
  readonly signal: AbortSignal;
}

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1000 };

/** What a client fails at, and the settings that fix it. Each was tried with the client's own requests. */
export async function checkClient(bench: Bench, options: CheckOptions): Promise<ClientVerdict> {
  const { runtime } = bench;
  const { current } = runtime.settings;
  const { accountId } = options;
  const logged = await newestRequests(runtime.store, accountId);
  const rows = withoutCorrected(runtime.names, logged);
  const callbacks = runtime.store.callbacks.list({ accountId }, newest);
  const changes = openChanges(requestChanges, current);
  const names = await gatewayNames(bench, rows, settingsWith(current, changes) ?? current);
  const forgotten = forgottenNames(runtime.names, logged, rows);
  const app = askApp(runtime, options.signal);
  try {
    const requests = await requestFailures(bench, rows, names, changes);
    const payments = await paymentFailures(runtime, callbacks, options.askApp ? app : undefined);
    return {
      requests: logged.length,
      callbacks: callbacks.length,
      sent_to_app: app.sent(),
      ...adviceOn(runtime, [...requests.found, ...payments.found], names),
      not_counted: notCounted(runtime, { logged, rows, settled: requests.notCounted, forgotten }),
      questions: [
        ...forgottenQuestions(forgotten),
        ...nameQuestions(names),
        ...keyQuestions(runtime, rows),
        ...payments.questions,
        ...quietQuestions(runtime, rows, accountId),
        ...untriedQuestions(requests.untried),
      ],
    };
  } finally {
    app.close();
  }
}
