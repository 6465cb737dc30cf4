import type { Session } from '../../flows/session.ts';
import type { ReadField } from '../../http/read-form.ts';
import { storedJson } from '../../store/stored-json.ts';

/** What is chosen stays from step to step, and after a decline: the fields of the tester's panel, and the method beside it. */
const keptFields = ['method', 'order', 'delay', 'copies', 'hold', 'tamper', 'reason', 'outcome'] as const;
const longestChoice = 40;

/** What was chosen in the panel, to be stored. */
export function choicesIn(read: ReadField): string {
  const chosen = keptFields.map((name) => [name, read(name)] as const);
  return JSON.stringify(
    Object.fromEntries(chosen.filter(([, text]) => text !== '' && text.length <= longestChoice)),
  );
}

/** What was chosen on the pages before this one. */
export function chosenBefore({ checkout }: Session): ReadField {
  const stored = storedJson(checkout.choices ?? '{}');
  const chosen = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  return (name) => {
    const text = chosen.get(name);
    return typeof text === 'string' ? text : '';
  };
}
