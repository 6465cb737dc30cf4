import { packageFile } from '../host/package-files.ts';
import type { GatewayToken } from './gateway.ts';

export type CardOutcome =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'challenge'
  | 'fail_once';

interface Card {
  readonly number: string;
  readonly outcome: CardOutcome;
  /** Where the bank has a number for the card's holder, it sends a code there before it pays. */
  readonly mobile_number?: string;
}

// Our own fixture, which ships in the package.
const cards = JSON.parse(packageFile('fixtures/cards.json')) as Partial<Record<GatewayToken, Card[]>>;

/** The only card numbers that a gateway's page takes: any other may be somebody's real one. */
export function testCardsOf(gateway: GatewayToken): readonly Card[] {
  return cards[gateway] ?? [];
}

/** As printed on a card. */
export function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
