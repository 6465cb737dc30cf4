import type { DeliveryChoice } from '../../callbacks/choice.ts';
import { type Decision, decide, decline } from '../../flows/checkout.ts';
import {
  answerChallenge,
  askForCode,
  challenge,
  chooseMethod,
  goBack,
  methodKind,
  resendCode,
  tryCode,
} from '../../flows/steps.ts';
import { magicDecline } from '../../gateways/magic-codes.ts';
import { words } from '../words/words.ts';
import { type PaidCard, readCard, readCode, readResult } from './payment-form.ts';
import { change, changeWith, openPage, type Submit } from './submit.ts';

/** Handles the main button of each step. An outdated form changes nothing and gets the current step. */
export async function pay(submit: Submit): Promise<Response> {
  const { session, read } = submit;
  const { step } = session.checkout;
  if (step === 'waiting' || read('step') !== (step ?? '')) return change(submit, () => {});
  if (step === 'code') return payByCode(submit);
  if (step === 'challenge') return payByAnswer(submit);
  const choosesMethod = step === null && Object.keys(session.gateway.methods).length > 0;
  return choosesMethod ? payByMethod(submit) : payByCard(submit);
}

/** Returns to the first page to choose another card or method. */
export function leaveStep(submit: Submit): Promise<Response> {
  const { parts, session, read } = submit;
  const { step, token } = session.checkout;
  return change(submit, () => {
    if (step !== null && read('step') === step) goBack(parts.runtime, token, step);
  });
}

export async function sendCodeAgain(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  let isTooSoon = false;
  const shown = await change(submit, () => {
    isTooSoon = !resendCode(parts.runtime, session.checkout.token, read('process_id'));
  });
  return isTooSoon ? openPage(submit, 422, { code: words[lang].steps.code.tooSoon }, read) : shown;
}

async function payByMethod(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime } = parts;
  const { token } = session.checkout;
  const method = runtime.names.method(read('method'), session.gateway.methods);
  if (method === undefined) return openPage(submit, 422, { method: words[lang].errors.methodMissing }, read);
  // The bank declines cards only when they are charged. A wallet declines before it sends a code.
  const isWallet = methodKind(runtime, session.gateway, method) === 'wallet';
  const reason = isWallet ? magicDecline(session.transaction.amountHundredths) : undefined;
  return changeWith(submit, () => {
    if (reason === undefined) chooseMethod(runtime, token, method);
    else decline(runtime, token, reason, false);
    return undefined;
  });
}

async function payByCard(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const card = readCard(session, read, words[lang], parts.runtime.clock.now());
  if ('errors' in card) return openPage(submit, 422, card.errors, read);
  return changeWith(submit, (choice) => charge(submit, card, choice));
}

/** Applies a test card's outcome: paid, declined, or another step. */
function charge(
  { parts, session }: Submit,
  { outcome, asksForCode }: PaidCard,
  choice: DeliveryChoice,
): Decision | undefined {
  const { token, declineReason, stepMethod } = session.checkout;
  const magic = magicDecline(session.transaction.amountHundredths);
  const paysNow = outcome === 'approve' || (outcome === 'fail_once' && declineReason !== null);
  if (magic === undefined && outcome === 'challenge') challenge(parts.runtime, token);
  else if (magic !== undefined || !paysNow) {
    const reason = outcome === 'insufficient_funds' || outcome === 'expired_card' ? outcome : 'declined';
    decline(parts.runtime, token, magic ?? reason, false);
  } else if (asksForCode) askForCode(parts.runtime, token, cardHoldersPhone(session));
  else return decide(parts.runtime, token, 'completed', stepMethod ?? undefined, choice);
  return undefined;
}

/** A unique number per checkout, so that testers with the same card never see each other's codes. */
function cardHoldersPhone({ transaction }: Submit['session']): string {
  return `091${String(transaction.id % 10_000_000).padStart(7, '0')}`;
}

async function payByCode(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const code = readCode(parts.runtime, session, read, words[lang]);
  if ('errors' in code) return openPage(submit, 422, code.errors, read);
  const typed = { processId: read('process_id'), code: code.code };
  return changeWith(submit, (choice) => tryCode(parts.runtime, session.checkout.token, typed, choice));
}

async function payByAnswer(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const result = readResult(read);
  if (result === undefined) return openPage(submit, 422, { result: words[lang].errors.optionInvalid }, read);
  return changeWith(submit, (choice) =>
    answerChallenge(parts.runtime, session.checkout.token, result, choice),
  );
}
