import type { Session } from '../../flows/session.ts';
import type { Runtime } from '../../runtime.ts';
import { latinDigits } from '../../spec/mobile-number.ts';
import type { Words } from '../words.ts';
import { type CardOutcome, testCardsOf } from './test-cards.ts';

export type FormErrors = Readonly<Record<string, string>>;

/** What a customer sends with Pay: a test card, or a payment method. The number of a card goes no further than this file. */
export type Paid =
  | { readonly outcome: CardOutcome; readonly method?: string }
  | { readonly errors: FormErrors };

/** A field of the form by its name; empty when it was not sent. */
export type ReadField = (name: string) => string;

export function readPayment(
  runtime: Runtime,
  session: Session,
  read: ReadField,
  words: Words,
  now: number,
): Paid {
  if (session.gateway.methods.length > 0) return readMethod(runtime, session, read, words);
  const { errors: texts } = words;
  const errors: Record<string, string> = {};
  const number = latinDigits(read('number')).replace(/[\s-]/g, '');
  const card = testCardsOf(session.gateway.token).find((each) => each.number === number);
  if (number === '') errors.number = texts.numberMissing;
  else if (!/^\d{12,19}$/.test(number)) errors.number = texts.numberInvalid;
  else if (!card) errors.number = texts.numberUnknown;
  const expiry = expiryError(read('expiry'), texts, now);
  if (expiry !== undefined) errors.expiry = expiry;
  if (session.gateway.page === 'card') Object.assign(errors, holderErrors(read, texts));
  return card && Object.keys(errors).length === 0 ? { outcome: card.outcome } : { errors };
}

export type DeclineReason = keyof Words['reasons'];

export function readReason(read: ReadField, words: Words): DeclineReason {
  const reason = read('reason');
  return isReason(reason, words) ? reason : 'declined';
}

export function isReason(text: string, words: Words): text is DeclineReason {
  return Object.hasOwn(words.reasons, text);
}

function readMethod(runtime: Runtime, { gateway }: Session, read: ReadField, words: Words): Paid {
  const method = runtime.names.method(read('method'), gateway.methods);
  return method === undefined
    ? { errors: { method: words.errors.methodMissing } }
    : { outcome: 'approve', method };
}

function expiryError(text: string, texts: Words['errors'], now: number): string | undefined {
  const typed = latinDigits(text).replace(/\s/g, '');
  if (typed === '') return texts.expiryMissing;
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/?(\d{2})$/.exec(typed) ?? [];
  if (month === '') return texts.expiryInvalid;
  // A card is good to the last day of its month.
  return Date.UTC(2000 + Number(year), Number(month)) <= now ? texts.expiryPast : undefined;
}

function holderErrors(read: ReadField, texts: Words['errors']): FormErrors {
  const cvc = latinDigits(read('cvc'));
  return {
    ...(cvc === '' && { cvc: texts.cvcMissing }),
    ...(cvc !== '' && !/^\d{3,4}$/.test(cvc) && { cvc: texts.cvcInvalid }),
    ...(read('holder').trim() === '' && { holder: texts.holderMissing }),
  };
}
