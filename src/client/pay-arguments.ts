import { challengeResults } from '../gateways/challenge-result.ts';
import { shown } from './arguments.ts';
import type { PayOptions, Tools } from './pay-options.ts';

const optionNames: readonly string[] = Object.keys({
  tools: true,
  timeout: true,
  token: true,
  method: true,
  card: true,
  code: true,
  challenge: true,
  decline: true,
  cancel: true,
} satisfies Record<keyof PayOptions, true>);

const toolNames: readonly string[] = Object.keys({
  order: true,
  delay: true,
  copies: true,
  hold: true,
  tamper: true,
} satisfies Record<keyof Tools, true>);

/** Refuses what the types forbid, for JavaScript callers. Throws `TypeError`. */
export function refuseWrongOptions(options: PayOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`payOn takes an object of options, not ${shown(options)}.`);
  refuseUnknown('option', options, optionNames);
  const { tools, challenge } = options;
  if (tools !== undefined) {
    if (typeof tools !== 'object' || tools === null)
      throw new TypeError(`tools must be an object, not ${shown(tools)}.`);
    refuseUnknown('tool', tools, toolNames);
  }
  if (challenge !== undefined && !challengeResults.includes(challenge))
    throw new TypeError(`challenge must be one of ${challengeResults.join(', ')}, not ${shown(challenge)}.`);
}

function refuseUnknown(kind: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`payOn has no ${kind} ${JSON.stringify(unknown)}. It has ${known.join(', ')}.`);
}

/** What keeps a payment from simply being paid, as long as no page has asked for it. */
export class Unasked {
  readonly #options: PayOptions;
  readonly #names: Set<'card' | 'challenge'>;

  constructor(options: PayOptions) {
    this.#options = options;
    const { card = 'approve', challenge = 'authenticated' } = options;
    this.#names = new Set([
      ...(card === 'approve' ? [] : (['card'] as const)),
      ...(challenge === 'authenticated' ? [] : (['challenge'] as const)),
    ]);
  }

  /** The page asks for it now. */
  asked(name: 'card' | 'challenge'): void {
    this.#names.delete(name);
  }

  /** Call this before a step that may pay. Throws if the payment would ignore what the caller wants. */
  refuse(): void {
    for (const name of this.#names) {
      const option = `${name} ${JSON.stringify(this.#options[name])}`;
      throw new Error(`payOn did not pay: this payment never asks for the ${option}.${advice[name]}`);
    }
  }
}

const advice = {
  card: ' Choose a method that takes a card.',
  challenge: " Only the test card with card: 'challenge' leads to one.",
};
