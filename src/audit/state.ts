import { beginning } from '../host/beginning.ts';
import { call } from '../net/call.ts';
import { certificateMend } from './certificate.ts';
import { type CommandOptions, printedBy } from './command.ts';
import { filledCommand, filledUrl } from './placeholders.ts';
import { AuditError } from './verdict.ts';

/** An order's state, as your app reports it. */
export interface State {
  readonly isPaid: boolean;
  /** Your app's word for it. */
  readonly word: string;
  /** Its `status`, or the whole answer if it has none, if that is plain words. */
  readonly status?: string | undefined;
  /** How often the payment was recorded. Undefined if the answer does not say. */
  readonly timesPaid: number | undefined;
}

/** Paid, and counted if the answer says how often. Your app may count a payment later than it calls the order paid. */
export function isRecorded({ isPaid, timesPaid }: State): boolean {
  return isPaid && timesPaid !== 0;
}

/** What the order says, such as `the order reads "paid", but counts no payment`. */
export function reads(state: State): string {
  const words = `the order reads ${JSON.stringify(state.word)}`;
  if (!state.isPaid && state.timesPaid) return `${words}, although it counts a payment`;
  return state.isPaid && !isRecorded(state) ? `${words}, but counts no payment` : words;
}

/** How to fix an order that was paid and reads otherwise. */
export const leavePaid =
  'Leave an order that is paid as it is, whatever arrives afterwards. If it is still paid, let --paid-when match what it reads.';

/** How to fix an order that reads paid and counts no payment. */
export const countOnce =
  'Count the payment (paid_times) in the update that marks the order paid. If your app counts it later, in the background, give it more time: set --settle, such as --settle 5s. If your app does not count payments, leave paid_times out of the check.';

export type ReadState = (invoiceNo: string) => Promise<State>;

/** The words that mean paid, unless `--paid-when` is given. */
const paidWords = ['paid', 'completed'] as const;

const unknownOrder =
  'Does your app know this order? --order-url or --order-cmd creates one. If your app has deleted it, let the check answer 200 with a status.';

/** Reads the state with a GET request, which must be answered with 200. */
export function stateByUrl(
  template: string,
  timeoutMs: number,
  paidWhen?: RegExp,
  allowSelfSigned = false,
): ReadState {
  return async (invoiceNo) => {
    const url = filledUrl(template, { invoice: invoiceNo });
    const headers = { Accept: 'application/json' };
    const { status, error, body } = await call({ method: 'GET', url, headers, timeoutMs, allowSelfSigned });
    if (status === 200) return stateOf(body, paidWhen);
    const hint = status === 404 ? unknownOrder : certificateMend(error);
    const failure = `${url} does not return the order's state: ${error ?? `it answered ${status}`}.`;
    throw new AuditError(hint === undefined ? failure : `${failure} ${hint}`);
  };
}

/** Reads the state from a command's output. */
export function stateByCommand(template: string, options: CommandOptions, paidWhen?: RegExp): ReadState {
  return async (invoiceNo) =>
    stateOf(await printedBy(filledCommand(template, { invoice: invoiceNo }), options), paidWhen);
}

/**
 * The state in an answer: a JSON string, or the text `status` of a JSON object, with `paid_times` or
 * `times_paid` as the count. For other answers, the whole text. `paidWhen` is matched against the same text,
 * but against the whole one if it has a double quote, which no status has.
 */
export function stateOf(answer: string, paidWhen?: RegExp): State {
  const text = answer.trim();
  const members = membersIn(text);
  const { status } = members;
  const plain = typeof status === 'string' ? status : text;
  const said = paidWhen?.source.includes('"') ? text : plain;
  const isPaid = paidWhen ? paidWhen.test(said) : paidWords.some((paid) => paid === said.toLowerCase());
  return {
    isPaid,
    word: beginning(said, 60),
    status: plainWords.test(plain) ? plain : undefined,
    timesPaid: countIn(members),
  };
}

/** Such as `on-hold`, `Awaiting payment` or `wc_pending`. */
const plainWords = /^[\p{L}\p{M}\p{N} _-]{1,40}$/u;

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'string') return { status: json };
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
}

function countIn({ paid_times: paidTimes, times_paid: timesPaid }: Record<string, unknown>) {
  return [paidTimes, timesPaid].map(numberIn).find((count) => count !== undefined);
}

/** Some SQL drivers return numbers as text. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : undefined;
}

/** Whether it reads like one whose payment failed. Orders expire by themselves, and change in many other ways. */
export function isGivenUp({ status = '' }: State): boolean {
  const words = status.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return givenUp.some((stems) => stems.test(words.replaceAll(/\p{M}/gu, '')));
}

const givenUp = [
  /(?:^|[^a-z])(?:cancel(?!l?able)|fail|declin|reject|refus|void)|cancell?ed|failed/i,
  // The same in Arabic: ملغي, لاغ and إلغاء (not لغاية, مبلغ, or إبلاغ), فشل and فاشل, تعذر, رفض and مرفوض, باطل.
  /(?<!ب)(?:لغ(?:[يى]|ا(?!ية))|لاغ)|فا?شل|تعذر|رفو?ض|باطل/,
];
