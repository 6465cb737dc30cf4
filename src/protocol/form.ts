/** One field as it was sent: its text, or why it cannot be read as a text. */
export type FormValue =
  | { readonly text: string }
  | { readonly fault: 'repeated' | 'file' | 'not-utf8' | 'nul' };

/** The fields by name, names exactly as written: `amount[]` is not `amount`. A map, so that `__proto__` is a name. */
export type Form = ReadonlyMap<string, FormValue>;

/** Adds a field; a name that is there already turns into a fault, for neither value can be trusted to be the meant one. */
export function addField(form: Map<string, FormValue>, name: string, value: FormValue): void {
  form.set(name, form.has(name) ? { fault: 'repeated' } : value);
}

/** The value for a text that was decoded, or `undefined` where decoding failed. */
export function formValue(text: string | undefined): FormValue {
  if (text === undefined) return { fault: 'not-utf8' };
  return text.includes('\0') ? { fault: 'nul' } : { text };
}

/** Reads bytes, held one per character, as strict UTF-8: `undefined` instead of a U+FFFD that nobody sent. */
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
