/** What is known of the wrong tokens of one address. */
interface Guesser {
  /** Wrong tokens of late, one less for every second that passes. */
  wrong: number;
  last: string;
  at: number;
  /** When its next token is looked at, while it guesses. */
  freeAt: number;
}

/** People mistype, and other tabs hold the token of an earlier run. */
const freeGuesses = 20;
const betweenGuessesMs = 100;
const longestWaitMs = 2000;
const mostGuessers = 1000;

/**
 * Slows down who guesses tokens: after some different wrong ones, the tokens of that address are looked at one after another, with a pause
 * before each. Nobody is locked out, and other addresses do not notice. Times are real, in milliseconds.
 */
export class Guessing {
  readonly #guessers = new Map<string, Guesser>();

  /** How long a token of this address has to wait before it is looked at; undefined when too many are waiting already. */
  waitMs(address: string, now: number): number | undefined {
    const guesser = this.#guessers.get(networkOf(address));
    if (!guesser || wrongAt(guesser, now) < freeGuesses) return 0;
    const turn = Math.max(now, guesser.freeAt) + betweenGuessesMs;
    if (turn - now > longestWaitMs) return undefined;
    guesser.freeAt = turn;
    return turn - now;
  }

  /** Counts a wrong token. The same one again is no further guess. */
  wrong(address: string, token: string, now: number): void {
    const network = networkOf(address);
    const guesser = this.#guessers.get(network) ?? { wrong: 0, last: '', at: now, freeAt: 0 };
    if (guesser.last === token) return;
    guesser.wrong = wrongAt(guesser, now) + 1;
    guesser.last = token.slice(0, 200);
    guesser.at = now;
    this.#guessers.delete(network);
    this.#guessers.set(network, guesser);
    const [oldest] = this.#guessers.keys();
    if (this.#guessers.size > mostGuessers && oldest !== undefined) this.#guessers.delete(oldest);
  }
}

function wrongAt({ wrong, at }: Guesser, now: number): number {
  return Math.max(0, wrong - (now - at) / 1000);
}

/** One host has a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
}
