import { codeLength } from '../../flows/new-code.ts';
import type { Session } from '../../flows/session.ts';
import { type ChallengeResult, challengeResults } from '../../gateways/challenge-result.ts';
import type { CardOutcome } from '../../gateways/test-cards.ts';
import type { ReadField } from '../../http/read-form.ts';
import { latinDigits, withoutSeparators } from '../../protocol/mobile-number.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Words } from '../words/words.ts';

export type FormErrors = Readonly<Record<string, string>>;

/** What a test card number leads to. The number itself never leaves this file. */
export interface PaidCard {
  readonly outcome: CardOutcome;
  /** The bank sends a code before it approves. */
  readonly asksForCode: boolean;
}

interface Wrong {
  readonly errors: FormErrors;
}

export function readCard(session: Session, read: ReadField, words: Words, now: number): PaidCard | Wrong {
  const { errors: texts } = words;
  const errors: Record<string, string> = {};
  const number = digitsIn(read('number'));
  const card = session.gateway.testCards.find((each) => each.number === number);
  if (number === '') errors.number = texts.numberMissing;
  else if (!/^\d{12,19}$/.test(number)) errors.number = texts.numberInvalid;
  else if (!card) errors.number = texts.numberUnknown;
  const expiry = expiryError(read('expiry'), texts, now);
  if (expiry !== undefined) errors.expiry = expiry;
  if (session.gateway.page === 'card') Object.assign(errors, holderErrors(read, texts));
  if (!card || Object.keys(errors).length > 0) return { errors };
  return { outcome: card.outcome, asksForCode: card.asks_for_code === true };
}

/** Reads a one-time code. Only entries of the right length count as an attempt. */
export function readCode(
  runtime: Runtime,
  { gateway }: Session,
  read: ReadField,
  { steps }: Words,
): { readonly code: string } | Wrong {
  const code = digitsIn(read('code'));
  if (code === '') return { errors: { code: steps.code.missing } };
  return code.length === codeLength(runtime, gateway.token) && /^\d+$/.test(code)
    ? { code }
    : { errors: { code: steps.code.invalid } };
}

/** The bank's response to a 3-D Secure challenge, as the tester chose it. */
export function readResult(read: ReadField): ChallengeResult | undefined {
  return challengeResults.find((each) => each === read('result'));
}

/** The token of the method chosen on this page or the previous one. Default: the first method. */
export function methodInMind({ names }: Runtime, session: Session, read: ReadField): string | undefined {
  const { methods } = session.gateway;
  const [first] = Object.keys(methods);
  return names.method(read('method'), methods) ?? session.checkout.stepMethod ?? first;
}

export type DeclineReason = keyof Words['reasons'];

export function readReason(read: ReadField, words: Words): DeclineReason {
  const reason = read('reason');
  return isReason(reason, words) ? reason : 'declined';
}

export function isReason(text: string, words: Words): text is DeclineReason {
  return Object.hasOwn(words.reasons, text);
}

function expiryError(text: string, texts: Words['errors'], now: number): string | undefined {
  const typed = digitsIn(text);
  if (typed === '') return texts.expiryMissing;
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/?(?:20)?(\d{2})$/.exec(typed) ?? [];
  if (month === '') return texts.expiryInvalid;
  // A card is valid through the last day of its month.
  return Date.UTC(2000 + Number(year), Number(month)) <= now ? texts.expiryPast : undefined;
}

function holderErrors(read: ReadField, texts: Words['errors']): FormErrors {
  const cvc = digitsIn(read('cvc'));
  return {
    ...(cvc === '' && { cvc: texts.cvcMissing }),
    ...(cvc !== '' && !/^\d{3,4}$/.test(cvc) && { cvc: texts.cvcInvalid }),
    ...(read('holder').trim() === '' && { holder: texts.holderMissing }),
  };
}

function digitsIn(text: string): string {
  return withoutSeparators(latinDigits(text));
}
