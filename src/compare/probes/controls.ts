import { outcome, outcomes, type Reply } from '../reply.ts';

/** A fact about calls that may be refused. Undefined unless `control`, the same call without its oddity, is accepted. */
export function given(control: Reply | undefined, fact: () => string | undefined): string | undefined {
  return outcome(control) === 'accepted' ? fact() : undefined;
}

/** Adds the error code to a refusal, to distinguish the expected one from others. */
export function taken(reply: Reply | undefined, accepts: string, refuses: string): string | undefined {
  const word = outcome(reply);
  return word && (word === 'accepted' ? accepts : `${refuses}: ${word}`);
}

/** All outcomes but the last, which is the control's. */
export function besideControl(replies: readonly Reply[]): string | undefined {
  return given(replies.at(-1), () => outcomes(replies.slice(0, -1)));
}
