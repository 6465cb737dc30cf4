import { isObject } from '../../input/paths.ts';
import { isInvalid, memberOf, outcome, type Reply, wordOf } from '../reply.ts';
import { given } from './controls.ts';

const shortestCode = 3;
const longestCode = 10;
/** The lengths of the codes that are tried. */
export const lengths = Array.from(
  { length: longestCode - shortestCode + 1 },
  (_, index) => index + shortestCode,
);

/** The lengths with a different answer than the shortest code. */
export function digitsOf(replies: readonly Reply[]): readonly number[] | undefined {
  const [sent, ...confirms] = replies;
  if (outcome(sent) !== 'accepted') return undefined;
  const words = confirms.map(words422);
  if (words.length < lengths.length || words.includes(undefined)) return undefined;
  const others = lengths.filter((_, index) => words[index] !== words[0]);
  return others.length > 0 ? others : undefined;
}

/** The error code plus, if available, the error of the field. */
function words422(reply: Reply): string | undefined {
  const word = outcome(reply);
  const why = memberOf(reply, 'error', 'fields', 'code');
  return word && (why === undefined ? word : `${word} ${JSON.stringify(why).replace(/\d+/g, '#')}`);
}

export function codeAt(replies: readonly Reply[], digits: number | undefined): string | undefined {
  return digits === undefined ? undefined : outcome(replies[digits - shortestCode + 1]);
}

/** Refusals of every length alike do not show that a length is wrong. */
export function showsMalformed(replies: readonly Reply[]): boolean {
  return isInvalid(replies[1]) && digitsOf(replies) !== undefined;
}

export function shortNumber(replies: readonly Reply[]): string | undefined {
  const word = outcome(replies[0]);
  return word === 'accepted' ? word : given(replies.at(-1), () => word);
}

/** Whether a confirm is refused for another reason than its code, which is wrong too. */
export function isOther(reply: Reply | undefined, wrongCode: Reply | undefined): boolean {
  const [word, usual] = [refusal(reply), refusal(wrongCode)];
  return word !== undefined && usual !== undefined && word !== usual;
}

/** The error code and the names of the fields. */
function refusal(reply: Reply | undefined): string | undefined {
  const fields = reply && memberOf(reply, 'error', 'fields');
  const word = outcome(reply);
  return word && [word, ...(isObject(fields) ? Object.keys(fields).toSorted() : [])].join(' ');
}

export function textOf(reply: Reply | undefined, name: string): string | undefined {
  const value = reply && memberOf(reply, name);
  return typeof value === 'string' ? JSON.stringify(value) : undefined;
}

export function formOfId(reply: Reply | undefined): string | undefined {
  const id = reply && memberOf(reply, 'result', 'process_id');
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const text = String(id);
  return `a JSON ${typeof id} of ${text.length} ${/^\d+$/.test(text) ? 'digits' : 'characters'}`;
}

/** The codes of a wait for another code. Other circumstances, such as a rate limit without a code, show none. */
const waits: readonly (string | undefined)[] = ['OTP_WAIT_BEFORE_RESNED', 'TOO_MAY_REQUESTS'];

export function waitOf(reply: Reply | undefined): string | undefined {
  const word = wordOf(reply);
  if (word === undefined || word === 'accepted') return word && 'sends a second code at once';
  if (outcome(reply) === undefined && !waits.includes(word)) return undefined;
  return `${word}, wait ${reply?.headers['retry-after'] ?? '?'} s`;
}
