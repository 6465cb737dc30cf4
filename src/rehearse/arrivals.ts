import { draw } from '../faults/draw.ts';
import type { Customer } from './customer.ts';
import { customers } from './customers.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

export interface Arrival {
  /** Since the day began. */
  readonly atMs: number;
  readonly gateway: string;
  readonly customer: Customer;
  /** For random choices of this customer. */
  readonly seed: number;
}

type Traffic = Pick<RehearsalOptions, 'gateways' | 'rate' | 'durationMs' | 'isBursty' | 'seed' | 'weather'>;

const burstEveryMs = 2000;
/** The part of that time in which all of its customers come. */
const burstShare = 0.2;

/** How many times more trouble there is than on a calm day. */
const troubleBy = { calm: 1, rainy: 2, storm: 5 } as const;

/**
 * When which customer comes. The same seed gives the same day. The first ones are one of each kind for each
 * gateway, shuffled, so that a short day has all of them.
 */
export function* arrivals(traffic: Traffic): Generator<Arrival> {
  const { gateways, rate, durationMs, isBursty, seed } = traffic;
  let drawn = 0;
  const next = () => draw(seed, drawn++);
  const first = shuffled(oneOfEach(gateways), next);
  const count = Math.max(1, Math.round((rate * durationMs) / 1000));
  for (let at = 0; at < count; at += 1) {
    const evenMs = (at / rate) * 1000;
    const [gateway, customer] = first[at] ?? drawnFrom(traffic, next);
    yield {
      atMs: isBursty ? inBursts(evenMs) : evenMs,
      gateway,
      customer,
      seed: Math.floor(next() * 2 ** 31),
    };
  }
}

/** How many customers a day needs to have each kind with each gateway. */
export function wholeDay(gateways: readonly string[]): number {
  return gateways.length * customers.length;
}

type Kind = readonly [gateway: string, customer: Customer];

function oneOfEach(gateways: readonly string[]): Kind[] {
  return gateways.flatMap((gateway) => customers.map((customer) => [gateway, customer] as const));
}

function shuffled(kinds: readonly Kind[], next: () => number): readonly Kind[] {
  return kinds
    .map((kind) => [next(), kind] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, kind]) => kind);
}

function drawnFrom({ gateways, weather }: Traffic, next: () => number): Kind {
  const shares = customers.map(({ share, isTrouble }) => (isTrouble ? share * troubleBy[weather] : share));
  const upTo = shares.map((_, at) => shares.slice(0, at + 1).reduce((sum, share) => sum + share));
  const drawn = next() * (upTo.at(-1) ?? 0);
  const at = upTo.findIndex((sum) => drawn < sum);
  const [gateway] = gateways.slice(Math.floor(next() * gateways.length));
  const customer = customers.at(at);
  if (gateway === undefined || !customer) throw new Error('There is no gateway or no customer to choose.');
  return [gateway, customer];
}

function inBursts(evenMs: number): number {
  const within = evenMs % burstEveryMs;
  return evenMs - within + within * burstShare;
}
