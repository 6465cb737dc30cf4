/** One field as it was sent: its text, or why it cannot be read as text. */
export type FormValue =
  | { readonly text: string }
  | { readonly fault: 'repeated' | 'file' | 'not-utf8' | 'nul' };

/** The fields by exact name: `amount[]` is not `amount`. A map, so that `__proto__` is a valid name. */
export type Form = ReadonlyMap<string, FormValue>;

/** Adds a field. A repeated name becomes a fault, because nobody knows which value is meant. */
export function addField(form: Map<string, FormValue>, name: string, value: FormValue): void {
  form.set(name, form.has(name) ? { fault: 'repeated' } : value);
}

/** The fields of a query and a body together. A field in both counts as sent twice. */
export function mergedForm(query: Form, body: Form): Form {
  const form = new Map(query);
  for (const [name, value] of body) addField(form, name, value);
  return form;
}

/** The value of a decoded text, or of `undefined` when decoding failed. */
export function formValue(text: string | undefined): FormValue {
  if (text === undefined) return { fault: 'not-utf8' };
  return text.includes('\0') ? { fault: 'nul' } : { text };
}

/** Decodes strict UTF-8 from bytes held one per character. `undefined` for invalid bytes, never U+FFFD. */
export function decodeUtf8(latin1: string): string | undefined {
  if (!BEYOND_ASCII.test(latin1)) return latin1;
  try {
    return STRICT_UTF8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return undefined;
  }
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** A byte order mark is kept: it is part of what was sent. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
