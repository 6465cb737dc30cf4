/** The wrong tokens that one address has sent. */
interface Guesser {
  /** Recent wrong tokens, minus one for each second that passed. */
  wrong: number;
  last: string;
  at: number;
  /** When the next token of this address is checked, while it is being slowed down. */
  freeAt: number;
}

/** People mistype, and other tabs may hold an earlier run's token. */
const freeGuesses = 20;
const betweenGuessesMs = 100;
const longestWaitMs = 2000;
const mostGuessers = 1000;

/**
 * Slows down token guessing. After some distinct wrong tokens, the address's tokens are checked one at a time
 * with a pause before each. Nobody is locked out, and other addresses are unaffected. Times are in real
 * milliseconds.
 */
export class Guessing {
  readonly #guessers = new Map<string, Guesser>();

  /** How long to wait before checking a token of this address. Undefined when too many already wait. */
  waitMs(address: string, now: number): number | undefined {
    const guesser = this.#guessers.get(networkOf(address));
    if (!guesser || wrongAt(guesser, now) < freeGuesses) return 0;
    const turn = Math.max(now, guesser.freeAt) + betweenGuessesMs;
    if (turn - now > longestWaitMs) return undefined;
    guesser.freeAt = turn;
    return turn - now;
  }

  /** Counts a wrong token. Repeating the last one does not count again. */
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

/** A single host typically controls a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
}
