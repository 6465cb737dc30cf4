import { jsonValue } from '../protocol/json-text.ts';

type Plain = string | number | boolean;

/** Stored names with values, for display. A damaged row shows as unreadable and does not affect others. */
export function storedPairs(text: string | null): readonly (readonly [name: string, value: Plain])[] {
  return pairsOf(text, (value): value is Plain => ['string', 'number', 'boolean'].includes(typeof value));
}

/** The same for values that are texts. */
export function storedHeaders(text: string | null): readonly (readonly [name: string, value: string])[] {
  return pairsOf(text, (value) => typeof value === 'string');
}

function pairsOf<Value>(text: string | null, isValue: (value: unknown) => value is Value) {
  const stored = jsonValue(text ?? '[]');
  const isPair = (pair: unknown): pair is [string, Value] =>
    Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && isValue(pair[1]);
  return Array.isArray(stored) && stored.every(isPair) ? stored : [['stored', 'unreadable'] as const];
}

/** A stored list of texts. */
export function storedTexts(text: string): readonly string[] {
  const value = jsonValue(text);
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : ['unreadable'];
}
