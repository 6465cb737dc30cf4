import { verdictSentences } from '../../../../journal/verdict-words.ts';
import type { AttemptSummary } from '../../../../store/attempts.ts';
import type { VerdictWords } from '../verdict-words.ts';

export const verdictsEnglish: VerdictWords = {
  labels: {
    forged: 'Forged callback accepted',
    unaware: 'Your app does not know',
    unanswered: 'Response lost',
    retrying: 'Retrying',
    held: 'Held',
    sending: 'Sending',
    dropped: 'Callback lost',
    silent: 'No callback',
    told: 'Your app knows',
    replied: 'Your app knows',
    waiting: 'Waiting',
  },
  details: {
    forged: () => '',
    unaware: outcome,
    unanswered: () => 'by a fault',
    retrying: outcome,
    held: () => 'your app is waiting',
    sending: () => 'on its way',
    dropped: () => 'on purpose',
    silent: () => 'none is due',
    told: (last) => (last && last.number > 1 ? `on attempt ${last.number}` : answer(last)),
    replied: () => 'in the response',
    waiting: () => 'for the customer',
  },
  sentences: verdictSentences,
  advice: {
    unaware: 'Fix your handler, then resend the callback. The order may be paid without your app knowing.',
    unanswered:
      'A fault broke off the response, but the payment stands. To your app, such a call must count as unknown, not as failed: look the payment up before you try again or ship.',
    retrying: 'The gateway tries again automatically. Fix your handler, or resend the callback now.',
    held: 'Release the callback to continue.',
    dropped: 'Resend it to see whether your app also handles a callback that comes late.',
  },
  forgedAdvice: {
    'wrong-hash':
      'The signature did not match, yet your app answered 2xx. Anyone who knows your callback URL can do the same. Check `hashed` before you read any other field, and answer 4xx if it does not match.',
    'no-hash':
      'There was no `hashed`, yet your app answered 2xx. Anyone who knows your callback URL can do the same. Check `hashed` before you read any other field, and answer 4xx if it is missing or does not match.',
    'lower-case-hash':
      '`hashed` was right but in lower case, yet your app answered 2xx. This is harmless, but it shows a careless comparison. Convert your own hash to upper case, compare it exactly, and answer 4xx if it does not match.',
    amount:
      'The amount was changed after signing, so the signature did not match, yet your app answered 2xx. Build the signed string with `amount` exactly as it arrives, answer 4xx if `hashed` does not match, and compare the amount with your order.',
    invoice:
      'The invoice number was changed after signing, so the signature did not match, yet your app answered 2xx. One payment can mark another order as paid. Build the signed string with `invoice_no` exactly as it arrives, and answer 4xx if `hashed` does not match.',
    'both-flags':
      'The signature is right, but the message contradicts itself: it has `approved` and `canceled` at once, yet your app answered 2xx. Mark an order as paid only if `approved` is `1` and there is no `canceled`, and answer 4xx to both at once.',
    types:
      'Values came with other types than signed, such as `true` instead of `1`, so the signature did not match, yet your app answered 2xx. Build the signed string from the values exactly as they arrive, and answer 4xx if `hashed` does not match.',
    edited:
      'Fields were changed after signing, so the signature did not match, yet your app answered 2xx. Build the signed string from all fields exactly as they arrive, and answer 4xx if `hashed` does not match.',
  },
};

function outcome(last: AttemptSummary | undefined): string {
  if (!last) return '';
  return last.number === 1 ? answer(last) : `attempt ${last.number} ${answer(last)}`;
}

function answer(last: AttemptSummary | undefined): string {
  if (last?.answerStatus) return `answered ${last.answerStatus}`;
  return last?.error ?? '';
}
