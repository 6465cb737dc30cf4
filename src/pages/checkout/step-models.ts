import { codeLength } from '../../flows/new-code.ts';
import { otpMessage } from '../../flows/otp-message.ts';
import { resendWaitMs } from '../../flows/phone.ts';
import type { Session } from '../../flows/session.ts';
import { challengeResults } from '../../gateways/challenge-result.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Otp } from '../../store/verifications.ts';
import { type Words, words } from '../words/words.ts';
import { methodLabel } from './method-models.ts';
import type { CheckoutPage, CodeStep } from './page-models.ts';
import type { FormErrors } from './payment-form.ts';

/** Members that only the pages after the first one show. */
export function stepMembers(
  runtime: Runtime,
  session: Session,
  lang: Language,
  { errors, chosen, testerTools }: Typed,
): Pick<CheckoutPage, 'step' | 'chosenMethod' | 'code' | 'results' | 'errors'> {
  const { step, stepMethod, processId } = session.checkout;
  const texts = words[lang];
  const otp = processId === null ? undefined : runtime.store.verifications.otpOf(processId);
  const code = otp && codeStep(runtime, session, otp, testerTools, lang);
  const codeError = code && codeErrorOf(runtime, code.state, otp, texts);
  return {
    step: step ?? '',
    chosenMethod: stepMethod === null ? undefined : methodLabel(runtime, session, texts, stepMethod),
    code,
    errors: codeError === undefined ? errors : { code: codeError, ...errors },
    results: step === 'challenge' ? resultChoices(texts, chosen('result')) : [],
  };
}

/** The submitted values of a form that is shown again, and whether to show the tester tools. */
export interface Typed {
  readonly errors: FormErrors;
  readonly chosen: ReadField;
  readonly testerTools: boolean;
}

function codeStep(
  runtime: Runtime,
  { gateway }: Session,
  otp: Otp,
  testerTools: boolean,
  lang: Language,
): CodeStep {
  const { mobileNumber, processId, code } = otp;
  const { verifications } = runtime.store;
  const leftMs = otp.expiresAt - runtime.clock.now();
  const isLocked = verifications.get(processId)?.status !== 'open';
  return {
    processId,
    digits: codeLength(runtime, gateway.token),
    maskedNumber: `${mobileNumber.slice(0, 3)}••••${mobileNumber.slice(-3)}`,
    phone: testerTools
      ? {
          number: mobileNumber,
          href: `/_sandbox/inbox/${mobileNumber}#otp-${otp.id}`,
          code,
          message: otpMessage(otp)[lang],
        }
      : undefined,
    tries: { left: triesLeft(runtime, otp), of: runtime.settings.current.otp.attempts },
    resendSeconds: Math.ceil(resendWaitMs(runtime, () => otp) / 1000),
    state: isLocked ? 'locked' : otp.status === 'active' && leftMs > 0 ? 'active' : 'expired',
    secondsLeft: Math.max(0, Math.round(leftMs / 1000)),
    isAnother: verifications.otps({ processId }, { before: otp.id, limit: 1 }).length > 0,
  };
}

/** Derived from stored state, so that every tab and every reload shows the same error. */
function codeErrorOf(
  runtime: Runtime,
  state: CodeStep['state'],
  otp: Otp,
  { steps }: Words,
): string | undefined {
  if (state !== 'active') return steps.code[state];
  return otp.attempts === 0
    ? undefined
    : `${steps.code.wrong} ${steps.code.triesLeft(triesLeft(runtime, otp))}`;
}

/** Wrong codes count per process: a new code does not add attempts. */
function triesLeft({ store, settings }: Runtime, { attempts, processId }: Otp): number {
  const wrongCodes = store.verifications.get(processId)?.wrongCodes ?? attempts;
  // At least 1: the limit may have been lowered, but the next wrong code still counts.
  return Math.max(1, settings.current.otp.attempts - wrongCodes);
}

function resultChoices({ steps }: Words, chosen: string): CheckoutPage['results'] {
  return challengeResults.map((value, index) => ({
    value,
    label: steps.challenge.results[value],
    note: steps.challenge.resultNotes[value],
    chosen: chosen === '' ? index === 0 : value === chosen,
  }));
}
