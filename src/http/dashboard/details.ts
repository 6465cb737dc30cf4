import { isoTime } from '../../clock.ts';
import { timelineOf } from '../../journal/timeline.ts';
import type { Runtime } from '../../runtime.ts';
import { gaps } from '../../spec/gaps.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { RequestRow } from '../../store/requests.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Transaction } from '../../store/transactions.ts';
import { callbackShape, requestShape, traceOf, transactionShape } from '../control/shapes.ts';
import { testerFrame } from '../tester-frame.ts';
import type { DetailPage, DetailSection, Fact } from '../tester-models.ts';
import { callbackRow, outcomeOf } from './rows.ts';

export function transactionDetail(runtime: Runtime, transaction: Transaction): DetailPage {
  const timeline = timelineOf(runtime.store, transaction.id).map(({ at, type, id, ...rest }) => ({
    at,
    title: type,
    detail: words(rest),
    ok: undefined,
  }));
  const callbacks = runtime.store.callbacks.list(
    { transactionId: transaction.id },
    { before: Number.MAX_SAFE_INTEGER, limit: 50 },
  );
  return {
    ...testerFrame(runtime, 'transactions', `Transaction ${transaction.id}`),
    heading: `Transaction ${transaction.id}`,
    status: transaction.status,
    sections: [
      section('Record', facts(transactionShape(runtime, transaction))),
      { ...section('Timeline'), rows: timeline },
      { ...section('Callbacks'), rows: callbacks.map((each) => callbackSummary(runtime, each)) },
    ],
    actions: [],
  };
}

export function requestDetail(runtime: Runtime, row: RequestRow): DetailPage {
  const { answer, body, headers, trace, lint, assumptions, ...record } = requestShape(runtime, row);
  const at = isoTime(row.at);
  return {
    ...testerFrame(runtime, 'requests', `Request ${row.id}`),
    heading: `${row.method} ${row.path}`,
    status: String(row.status),
    sections: [
      section('Record', facts(record)),
      {
        ...section('Decision trace'),
        rows: traceOf(row).map((step) => ({
          at,
          title: step.check,
          detail: `expected ${step.expected}; came: ${step.got}`,
          ok: step.passed,
        })),
      },
      section('Lint and assumptions', [...lint.map(note('lint')), ...assumptions.map(assumption)]),
      { ...section('Headers'), raw: JSON.stringify(headers, null, 2) },
      { ...section('Body'), raw: body },
      { ...section('Answer'), raw: JSON.stringify(answer, null, 2) },
    ],
    actions: [],
  };
}

export function callbackDetail(runtime: Runtime, callback: Callback): DetailPage {
  const { attempts, body, fields, ...record } = callbackShape(runtime, callback);
  const action = { pending: ['Hold', 'hold'], held: ['Release', 'release'] }[callback.status as string];
  return {
    ...testerFrame(runtime, 'callbacks', `Callback ${callback.id}`),
    heading: `Callback ${callback.id}`,
    status: callback.status,
    sections: [
      section('Record', facts(record)),
      { ...section('Fields'), raw: JSON.stringify(fields, null, 2) },
      ...runtime.store.callbacks.attempts(callback.id).map((attempt) => ({
        ...section(`Attempt ${attempt.number}: ${outcomeOf(attempt)}`, [
          { name: 'at', value: isoTime(attempt.at), code: true },
          {
            name: 'duration',
            value: attempt.durationMs === null ? 'under way' : `${attempt.durationMs} ms`,
            code: false,
          },
        ]),
        raw: exchangeText(attempt.request, attempt.answerStatus, attempt.answerHeaders, attempt.answerBody),
      })),
    ],
    actions: action
      ? [{ label: action[0] ?? '', action: `/_sandbox/callbacks/${callback.id}/${action[1]}` }]
      : [],
  };
}

function callbackSummary(runtime: Runtime, callback: Callback) {
  const row = callbackRow(runtime, callback);
  return {
    at: isoTime(callback.createdAt),
    title: `${row.method} ${row.status}`,
    detail: [row.url, row.lastOutcome].filter(Boolean).join(' · '),
    ok: callback.status === 'delivered' ? true : callback.status === 'exhausted' ? false : undefined,
  };
}

function exchangeText(
  request: string,
  status: number | null,
  headers: string | null,
  body: Buffer | null,
): string {
  if (status === null) return request;
  const head = storedPairs<string>(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return `${request}\n\n--- answer ${status}\n${head}\n\n${body?.toString('utf8') ?? ''}`;
}

function section(heading: string, all: readonly Fact[] = []): DetailSection {
  return { heading, facts: all, raw: undefined, rows: [] };
}

function facts(record: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(record)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      code: true,
    }));
}

/** A switch that the answer rested on, with the reason of its default. */
function assumption(name: string): Fact {
  const gap = gaps.find((each) => each.name === name);
  return { name: `assumption ${name}`, value: gap?.reason ?? '', code: false };
}

function note(name: string) {
  return (value: string): Fact => ({ name, value, code: false });
}

function words(rest: Readonly<Record<string, unknown>>): string {
  return Object.entries(rest)
    .filter(([name]) => name !== 'account' && name !== 'transaction_id')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
