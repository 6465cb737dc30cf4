import { otpMessage } from '../../src/flows/otp-message.ts';
import type { CheckoutKind, CheckoutPage, CodeStep } from '../../src/pages/checkout/page-models.ts';
import { words } from '../../src/pages/words/words.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';
import { checkout } from './checkout-models.ts';

/** The page that asks for a code, in its initial and its error states. */
export function code(
  lang: Language,
  kind: CheckoutKind,
  state: CodeStep['state'] | 'wrong' | 'another',
): CheckoutPage {
  const { steps } = words[lang];
  const isOver = state === 'expired' || state === 'locked';
  const wrong = `${steps.code.wrong} ${steps.code.triesLeft(2)}`;
  const errors = isOver ? { code: steps.code[state] } : state === 'wrong' ? { code: wrong } : {};
  return {
    ...checkout(lang, kind, 'fresh'),
    title: steps.code.heading,
    step: 'code',
    chosenMethod: kind === 'methods' ? words[lang].methodKinds.wallet.names[0]?.name : undefined,
    errors,
    code: {
      processId: '1000000000001',
      digits: 6,
      maskedNumber: '091••••001',
      phone: {
        number: '0910100013',
        href: '/_sandbox/inbox/0910100013#otp-1',
        code: '733175',
        message: otpMessage({ code: '733175', amount: '149.50', gateway: 'localbankcards' })[lang],
      },
      tries: { left: state === 'wrong' ? 2 : 5, of: 5 },
      resendSeconds: state === 'another' ? 42 : 0,
      state: isOver ? state : 'active',
      secondsLeft: isOver ? 0 : 271,
      isAnother: state === 'another',
    },
  };
}

/** The card form that follows a payment method. */
export function methodCard(lang: Language, state: 'fresh' | 'declined'): CheckoutPage {
  const { steps, methodKinds } = words[lang];
  return {
    ...checkout(lang, 'methods', state),
    title: steps.card.heading,
    step: 'card',
    chosenMethod: methodKinds.card.names[1]?.name,
    tools: checkout(lang, 'local-card', 'fresh').tools,
  };
}

/** The bank's page, and the page that waits for it. */
export function challenge(lang: Language, step: 'challenge' | 'waiting'): CheckoutPage {
  const t = words[lang].steps.challenge;
  return {
    ...checkout(lang, 'card', 'fresh'),
    title: step === 'waiting' ? t.waitingHeading : t.title,
    step,
    results: Object.entries(t.results).map(([value, label], index) => ({
      value,
      label,
      // Both have the same keys, which a test of the texts checks.
      note: Object.entries(t.resultNotes)[index]?.[1] ?? '',
      chosen: index === 0,
    })),
  };
}
