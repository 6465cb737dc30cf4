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
  /** The bank sends its holder a code before it pays. */
  readonly asks_for_code?: boolean;
}

// Our own fixture, which ships in the package.
const sets = JSON.parse(packageFile('fixtures/cards.json')) as Readonly<Record<string, readonly TestCard[]>>;

/** A set of `fixtures/cards.json`, by its name there. Throws when there is none: a card page without cards could never be paid. */
export function testCards(name: string): readonly TestCard[] {
  const cards = sets[name];
  if (!cards) throw new RangeError(`fixtures/cards.json has no set ${JSON.stringify(name)}.`);
  return cards;
}

/** As printed on a card. */
export function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
