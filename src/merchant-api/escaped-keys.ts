import { masked } from './credentials.ts';

/** A character that a URL, a form or JSON may escape, needed or not. Keys are printable ASCII. */
const escapes = /%[2-7][0-9a-f]|\\u00[2-7][0-9a-f]|\\[/"\\]/gi;

/** Masks keys with more escaped characters than necessary, such as `demo%5Fkey`. Runs in linear time. */
export function withoutEscapedKeys(text: string, keys: readonly string[]): string {
  const plain = text.replace(escapes, unescaped);
  if (plain === text) return text;
  const found = keys.filter((key) => plain.includes(key));
  return found.length === 0 ? text : maskedAt(text, placesOf(plain, found), writtenPlaces(text));
}

/** A masked key that cannot end a JSON string around it. */
export function maskedInText(key: string): string {
  return masked(key).replace(/["\\]/g, '*');
}

function unescaped(written: string): string {
  const isHex = written.length > 2;
  return isHex ? String.fromCharCode(Number.parseInt(written.slice(-2), 16)) : written.slice(1);
}

interface Place {
  readonly key: string;
  readonly start: number;
}

/** Where keys occur, from first to last. */
function placesOf(plain: string, keys: readonly string[]): Place[] {
  const places: Place[] = [];
  for (const key of keys)
    for (let at = plain.indexOf(key); at !== -1; at = plain.indexOf(key, at + key.length))
      places.push({ key, start: at });
  return places.sort((one, other) => one.start - other.start);
}

/** For each character of the unescaped text, its position in the original text. The last entry is the end. */
function writtenPlaces(text: string): Uint32Array {
  const places = new Uint32Array(text.length + 1);
  let [count, from] = [0, 0];
  const upTo = (end: number) => {
    for (; from < end; from += 1) places[count++] = from;
  };
  for (const { 0: found, index } of text.matchAll(escapes)) {
    upTo(index);
    places[count++] = index;
    from = index + found.length;
  }
  upTo(text.length);
  places[count] = text.length;
  return places;
}

function maskedAt(text: string, places: readonly Place[], written: Uint32Array): string {
  let from = 0;
  let result = '';
  for (const { key, start } of places) {
    const [first = 0, end = 0] = [written[start], written[start + key.length]];
    // This key begins within another one.
    if (first < from) continue;
    result += text.slice(from, first) + maskedInText(key);
    from = end;
  }
  return result + text.slice(from);
}
