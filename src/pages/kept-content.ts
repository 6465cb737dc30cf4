import { randomUUID } from 'node:crypto';
import type { Runtime } from '../runtime/runtime.ts';
import type { Store } from '../store/store.ts';
import type { TesterFrame } from './tester-models.ts';

/** A dashboard page around rendered HTML. */
export interface ContentPage extends TesterFrame {
  readonly content: string;
}

/**
 * Stands for a text that depends on the time, such as an age, and is written whenever the page is sent. No
 * stored text contains it, because nobody can guess it.
 */
export const writtenLater = `later-${randomUUID()}`;

/** The part of a page that stays the same until a row changes. */
export interface Content {
  /** HTML with `writtenLater` for each text that depends on the time. */
  readonly html: string;
  /** These texts, in the order of the HTML. */
  readonly texts: (now: number) => readonly string[];
  /** The sandbox's time until which it holds, always without it. Setting the clock is an event. */
  readonly until?: number;
}

interface Kept extends Omit<Content, 'html'> {
  readonly pieces: readonly string[];
}

interface Contents {
  readonly basis: readonly unknown[];
  readonly byKey: Map<string, Kept>;
}

const contents = new WeakMap<Store, Contents>();
/** The address is part of the key, and can be any text. */
const mostKept = 20;
const longestKey = 500;

/**
 * Renders a part of a page, or returns what was rendered before. The key has everything that the part shows
 * besides `basisOf` and the time: the page, the language, the address.
 */
export function keptContent(
  runtime: Runtime,
  key: readonly string[],
  make: (now: number) => Content,
): string {
  const { byKey } = contentsOf(runtime);
  const now = runtime.clock.now();
  const name = JSON.stringify(key);
  const known = byKey.get(name);
  if (known && holdsAt(known, now)) return filled(known, now);
  const { html, ...rest } = make(now);
  const made = { ...rest, pieces: html.split(writtenLater) };
  if (byKey.size >= mostKept) byKey.clear();
  if (name.length <= longestKey) byKey.set(name, made);
  return filled(made, now);
}

function contentsOf(runtime: Runtime): Contents {
  const basis = basisOf(runtime);
  const known = contents.get(runtime.store);
  if (known && basis.every((value, at) => value === known.basis[at])) return known;
  const fresh = { basis, byKey: new Map() };
  contents.set(runtime.store, fresh);
  return fresh;
}

/** Everything but the time that can change what a page shows. Settings and names are replaced as a whole. */
function basisOf({ store, settings, names, addresses }: Runtime): unknown[] {
  return [
    store.standingCounts.changes(),
    // Requests without valid keys are in no table.
    store.requests.log.strangers.changes,
    // Part of the page: the stream of events continues there.
    store.events.lastId(),
    settings.current,
    names.current,
    addresses.publicUrl,
  ];
}

function holdsAt({ until = Number.POSITIVE_INFINITY }: Kept, now: number): boolean {
  return now < until;
}

function filled({ pieces, texts }: Kept, now: number): string {
  const written = texts(now);
  return pieces.flatMap((piece, at) => [piece, written[at] ?? '']).join('');
}
