import { packageFile } from '../host/package-files.ts';

export type CardOutcome =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'challenge'
  | 'fail_once';

export interface TestCard {
  readonly number: string;
  readonly outcome: CardOutcome;
  /** The bank sends the cardholder a code before it pays. */
  readonly asks_for_code?: boolean;
}

// A fixture that the package ships.
const sets = JSON.parse(packageFile('fixtures/cards.json')) as Readonly<Record<string, readonly TestCard[]>>;

/** A set of `fixtures/cards.json` by name. Throws without one: a page without cards could not be paid. */
export function testCards(name: string): readonly TestCard[] {
  const cards = sets[name];
  if (!cards) throw new RangeError(`fixtures/cards.json has no set ${JSON.stringify(name)}.`);
  return cards;
}

/** The number in groups of four, as printed on a card. */
export function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
