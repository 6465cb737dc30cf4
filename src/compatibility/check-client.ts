import { askApp } from './ask-app.ts';
import { openChanges, requestChanges, settingsWith } from './changes.ts';
import { gatewayNames } from './gateway-names.ts';
import { paymentFailures } from './payment-failures.ts';
import { nameQuestions, quietQuestions, untriedQuestions } from './questions.ts';
import type { Bench } from './replay.ts';
import { requestFailures } from './request-failures.ts';
import { type Advice, adviceOn } from './verdict.ts';

export interface ClientVerdict extends Advice {
  readonly requests: number;
  readonly callbacks: number;
  /** How many requests were sent to the app to try it. */
  readonly sent_to_app: number;
  /** What only a person can tell. */
  readonly questions: readonly string[];
}

interface CheckOptions {
  /** Whether callbacks and returns are tried at the app itself. */
  readonly askApp: boolean;
  readonly signal: AbortSignal;
}

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1000 };

/** What an existing client fails at, and the settings with which it works: each was tried with the client's own requests. */
export async function checkClient(bench: Bench, options: CheckOptions): Promise<ClientVerdict> {
  const { runtime } = bench;
  const { current } = runtime.settings;
  const rows = runtime.store.requests.list({}, newest);
  const callbacks = runtime.store.callbacks.list({}, newest);
  const changes = openChanges(requestChanges, current);
  const names = await gatewayNames(bench, rows, settingsWith(current, changes) ?? current);
  const app = askApp(runtime, options.signal);
  try {
    const requests = await requestFailures(bench, rows, names, changes);
    const payments = await paymentFailures(runtime, callbacks, options.askApp ? app : undefined);
    return {
      requests: rows.length,
      callbacks: callbacks.length,
      sent_to_app: app.sent(),
      ...adviceOn(runtime, [...requests.found, ...payments.found], names),
      questions: [
        ...nameQuestions(names),
        ...payments.questions,
        ...quietQuestions(runtime, rows),
        ...untriedQuestions(requests.untried),
      ],
    };
  } finally {
    app.close();
  }
}
