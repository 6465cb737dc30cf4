import { play, type Service } from './play.ts';
import type { Probe } from './probe.ts';
import { type Calls, checkout } from './probes/calls.ts';
import { isLimit } from './probes/edge-probes.ts';
import { outcome, type Reply } from './reply.ts';

/** More than any amount in the API documentation, in hundredths. */
const mostHundredths = 100_000_000;

/**
 * Finds the highest amount that the service accepts with a test token by bisection: about thirty checkouts
 * that nobody pays. Undefined if it accepts even the highest amount, or gives no clear answer.
 */
export async function maximumOf(service: Service, calls: Calls): Promise<string | undefined> {
  let accepted = 0;
  let refused = mostHundredths;
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    const word = await answerTo(service, calls, middle);
    if (word === 'accepted') accepted = middle;
    else if (word === 'AMOUNT_EXCEEDED_MAXIMUM') refused = middle;
    else return undefined;
  }
  return accepted === 0 || refused === mostHundredths ? undefined : text(accepted);
}

/** Probes the maximum that was found, and the amount just above it. */
export function maximumProbe({ named, plain }: Calls, maximum: string): Probe {
  const amounts = [maximum, text(Math.round(Number(maximum) * 100) + 1)];
  return {
    id: 'maximum-found',
    does: `starts test checkouts at ${amounts.join(' and ')}`,
    steps: amounts.map((amount) => checkout(plain, named, { amount })),
    readings: [
      {
        about: 'limits.maximum_amount',
        fact: ([at, above]) => factOf(amounts, [at, above]),
        values: () => [{ test: maximum }],
        shows: isLimit,
        part: 'test',
      },
    ],
  };
}

function factOf(amounts: readonly string[], replies: readonly (Reply | undefined)[]): string | undefined {
  const words = replies.map(outcome);
  return words.includes(undefined)
    ? undefined
    : amounts.map((amount, index) => `${amount} ${words[index]}`).join(', ');
}

async function answerTo(
  service: Service,
  { named, plain }: Calls,
  hundredths: number,
): Promise<string | undefined> {
  const steps = [checkout(plain, named, { amount: text(hundredths) })];
  const [reply] = await play(service, { id: 'maximum-search', does: '', steps, readings: [] });
  return outcome(reply);
}

/** `1000` or `12.50` */
function text(hundredths: number): string {
  return hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
}
