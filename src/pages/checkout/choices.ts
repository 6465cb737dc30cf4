import type { Session } from '../../flows/session.ts';
import type { ReadField } from '../../http/read-form.ts';
import { jsonValue } from '../../protocol/json-text.ts';

/** Choices kept between steps and after a decline: the tester tools' fields and the payment method. */
export const keptFields = [
  'method',
  'order',
  'delay',
  'copies',
  'hold',
  'tamper',
  'reason',
  'outcome',
] as const;
const longestChoice = 40;

/** The tester's choices as JSON, to be stored with the checkout. */
export function choicesIn(read: ReadField): string {
  const chosen = keptFields.map((name) => [name, read(name)] as const);
  return JSON.stringify(
    Object.fromEntries(chosen.filter(([, text]) => text !== '' && text.length <= longestChoice)),
  );
}

/** Reads the choices made on earlier pages. */
export function chosenBefore({ checkout }: Session): ReadField {
  const stored = jsonValue(checkout.choices ?? '{}');
  const chosen = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  return (name) => {
    const text = chosen.get(name);
    return typeof text === 'string' ? text : '';
  };
}
