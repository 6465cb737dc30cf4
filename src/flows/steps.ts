import type { DeliveryChoice } from '../callbacks/choice.ts';
import type { ChallengeResult } from '../gateways/challenge-result.ts';
import type { MethodKind } from '../gateways/definition.ts';
import type { CheckoutGateway } from '../gateways/gateway.ts';
import { normalMobileNumber } from '../protocol/mobile-number.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Step } from '../store/checkouts.ts';
import type { CheckoutStep } from '../store/statuses.ts';
import type { Verification } from '../store/verifications.ts';
import { type Decision, decide, decline } from './checkout.ts';
import {
  closeProcess,
  confirmCode,
  insertVerification,
  noteWrongCode,
  resendWaitMs,
  sendCode,
} from './phone.ts';
import { CheckoutRefused, openSession, type Session, tell } from './session.ts';

/** What a payment method asks of the customer. The config overrides the gateway's definition. */
export function methodKind(
  { methodKinds }: Runtime,
  { methods }: CheckoutGateway,
  token: string,
): MethodKind | undefined {
  return Object.hasOwn(methods, token) ? (methodKinds[token] ?? methods[token]) : undefined;
}

/**
 * The customer chose a payment method: a card form comes next, or a code is sent to the phone number of the
 * merchant's request. Throws `CheckoutRefused` when the session has left its first page. The other functions
 * here do the same when the session is at another step.
 */
export function chooseMethod(runtime: Runtime, token: string, method: string): void {
  const { transaction, gateway } = openSession(runtime, token);
  tell(runtime, transaction, 'checkout.method_chosen', { payment_method: method });
  const kind = methodKind(runtime, gateway, method);
  // A gateway with methods requires a mobile number.
  if (kind === 'wallet') askForCode(runtime, token, transaction.mobileNumber as string, method);
  else move(runtime, token, null, { step: 'card', stepMethod: method, processId: null });
}

/** Sends a code to the customer's phone. The next page asks for it. */
export function askForCode(
  runtime: Runtime,
  token: string,
  mobileNumber: string,
  method: string | null = null,
): void {
  const { transaction } = openSession(runtime, token);
  const { accountId, mode, gateway, amount, amountHundredths, id } = transaction;
  const phone = { accountId, mode, gateway, mobileNumber: normalMobileNumber(mobileNumber) };
  const worth = { text: amount, hundredths: amountHundredths };
  const verification = insertVerification(runtime, phone, worth, id);
  move(runtime, token, null, { step: 'code', stepMethod: method, processId: verification.processId });
  sendCode(runtime, verification);
}

/**
 * Pays with the code that the page asks for. Wrong codes are counted, and too many lock the process and
 * decline the payment. Returns undefined when the customer must do something else, which the page then shows.
 */
export function tryCode(
  runtime: Runtime,
  token: string,
  { processId, code }: { readonly processId: string; readonly code: string },
  choice: DeliveryChoice,
): Decision | undefined {
  const { session, verification } = atCode(runtime, token, processId);
  const otp = runtime.store.verifications.otpOf(processId);
  const isWrong = otp?.code !== code;
  if (verification.status !== 'open' || (isWrong && noteWrongCode(runtime, verification, otp))) {
    decline(runtime, token, 'wrong_code', false);
    return undefined;
  }
  if (isWrong || otp.status !== 'active' || otp.expiresAt <= runtime.clock.now()) return undefined;
  confirmCode(runtime, verification, otp, session.transaction);
  return decide(runtime, token, 'completed', session.checkout.stepMethod ?? undefined, choice);
}

/** Sends the customer another code. False while it is too early (`otp.resend_wait`). */
export function resendCode(runtime: Runtime, token: string, processId: string): boolean {
  const { verification } = atCode(runtime, token, processId);
  if (verification.status !== 'open') return true;
  if (resendWaitMs(runtime, () => runtime.store.verifications.otpOf(processId)) > 0) return false;
  sendCode(runtime, verification);
  return true;
}

/** The card's bank wants to authenticate the customer: its 3-D Secure page comes next. */
export function challenge(runtime: Runtime, token: string): void {
  const { transaction } = openSession(runtime, token);
  move(runtime, token, null, { step: 'challenge', stepMethod: null, processId: null });
  tell(runtime, transaction, 'checkout.challenge', { result: 'asked' });
}

/** The bank's answer: pays, declines with `authentication_failed`, or keeps the customer waiting. */
export function answerChallenge(
  runtime: Runtime,
  token: string,
  result: ChallengeResult,
  choice: DeliveryChoice,
): Decision | undefined {
  const { transaction } = openSession(runtime, token);
  move(runtime, token, 'challenge', { step: 'waiting', stepMethod: null, processId: null });
  tell(runtime, transaction, 'checkout.challenge', { result });
  if (result === 'no-answer') return undefined;
  if (result === 'authenticated' || result === 'attempted')
    return decide(runtime, token, 'completed', undefined, choice);
  decline(runtime, token, 'authentication_failed', false);
  return undefined;
}

/** Returns to the first page to choose another card or method. The previously chosen method stays marked. */
export function goBack(runtime: Runtime, token: string, from: CheckoutStep): void {
  const { transaction, checkout } = openSession(runtime, token);
  move(runtime, token, from, { step: null, stepMethod: checkout.stepMethod, processId: null });
  if (checkout.processId !== null) closeProcess(runtime, checkout.processId);
  tell(runtime, transaction, 'checkout.went_back', { from });
}

function atCode(
  runtime: Runtime,
  token: string,
  processId: string,
): { readonly session: Session; readonly verification: Verification } {
  const session = openSession(runtime, token);
  const verification =
    session.checkout.processId === processId ? runtime.store.verifications.get(processId) : undefined;
  if (!verification) throw new CheckoutRefused('moved');
  return { session, verification };
}

function move({ store, clock }: Runtime, token: string, from: CheckoutStep | null, to: Step): void {
  if (!store.checkouts.move(token, from, to, clock.now())) throw new CheckoutRefused('moved');
}
