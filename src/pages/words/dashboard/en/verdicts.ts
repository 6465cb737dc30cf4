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
    forged:
      'The signature did not match, yet your app answered 2xx. Anyone who knows your callback URL can do the same. Check `hashed` before you read any other field, and answer 4xx if it does not match.',
    unaware: 'Fix your handler, then resend the callback. The order may be paid without your app knowing.',
    unanswered:
      'A fault broke off the response, but the payment stands. To your app, such a call must count as unknown, not as failed: look the payment up before you try again or ship.',
    retrying: 'The gateway tries again automatically. Fix your handler, or resend the callback now.',
    held: 'Release the callback to continue.',
    dropped: 'Resend it to see whether your app also handles a callback that comes late.',
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
