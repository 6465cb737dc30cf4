import { addField, decodeUtf8, type Form, type FormValue, formValue } from './form.ts';

/**
 * Reads an `application/x-www-form-urlencoded` body, held one byte per character. Invalid percent sequences
 * stay as written. Uses a single pass, because every request goes through here.
 */
export function parseUrlencoded(latin1: string): Form {
  const form = new Map<string, FormValue>();
  let start = 0;
  let equals = -1;
  let plain = true;
  for (let at = 0; at <= latin1.length; at++) {
    const code = at === latin1.length ? AMPERSAND : latin1.charCodeAt(at);
    if (code === AMPERSAND) {
      if (at > start) addPair(form, latin1, start, equals === -1 ? at : equals, at, plain);
      start = at + 1;
      equals = -1;
      plain = true;
    } else if (code === EQUALS) {
      if (equals === -1) equals = at;
    } else if (code === PERCENT || code === PLUS || code === 0 || code > LAST_ASCII) {
      plain = false;
    }
  }
  return form;
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const LAST_ASCII = 0x7f;

function addPair(
  form: Map<string, FormValue>,
  latin1: string,
  start: number,
  equals: number,
  end: number,
  plain: boolean,
): void {
  const name = latin1.slice(start, equals);
  const value = latin1.slice(equals + 1, end);
  if (plain) {
    addField(form, name, { text: value });
    return;
  }

  const decodedName = decodeComponent(name);
  // No field of this API has such a name, so ignore it like any unknown field.
  if (decodedName !== undefined) addField(form, decodedName, formValue(decodeComponent(value)));
}

function decodeComponent(latin1: string): string | undefined {
  const bytes = latin1.replaceAll('+', ' ').replace(PERCENT_SEQUENCE, byteOf);
  return decodeUtf8(bytes);
}

const PERCENT_SEQUENCE = /%[0-9a-f]{2}/gi;

function byteOf(sequence: string): string {
  return String.fromCharCode(Number.parseInt(sequence.slice(1), 16));
}
