import { addField, decodeUtf8, type Form, type FormValue, formValue } from './form.ts';
import { type HeaderValue, parseHeaderValue } from './header-value.ts';
import { parseMultipart } from './multipart.ts';
import { parseUrlencoded } from './urlencoded.ts';

export type { Form, FormValue } from './form.ts';

/**
 * - `unreadable`: broken, with a sentence for the developer.
 * - `unsupported`: not a form. The Content-Type as sent, or '' if there was none.
 */
export type ParsedBody = { form: Form } | { unreadable: string } | { unsupported: string };

/**
 * Reads the fields of a request ("Request fields are sent as form fields", Endpoints): urlencoded or
 * multipart, and also JSON with `json`. Never throws, whatever the bytes are.
 */
export function parseBody(
  contentType: string | undefined,
  body: Uint8Array,
  options: { json: boolean },
): ParsedBody {
  if (contentType === URLENCODED) return { form: parseUrlencoded(latin1Of(body)) };
  if (!contentType) return body.length === 0 ? { form: new Map() } : { unsupported: '' };

  const { type, parameters } = parseHeaderValue(contentType);
  if (isJson(type)) return parseJson(contentType, latin1Of(body), options.json);
  if (!isUtf8Charset(parameters)) return { unsupported: contentType };
  if (type === URLENCODED) return { form: parseUrlencoded(latin1Of(body)) };
  if (type === 'multipart/form-data') return parseMultipart(latin1Of(body), parameters.get('boundary'));
  return { unsupported: contentType };
}

const URLENCODED = 'application/x-www-form-urlencoded';

/** One character per byte: engines search and slice strings faster than byte arrays. */
function latin1Of(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}

function isJson(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

function isUtf8Charset(parameters: HeaderValue['parameters']): boolean {
  const charset = parameters.get('charset');
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/** Reports broken JSON even when JSON is not accepted, because that is the more useful answer. */
function parseJson(contentType: string, latin1: string, taken: boolean): ParsedBody {
  if (latin1 === '') return { unsupported: contentType };
  const text = decodeUtf8(latin1);
  if (text === undefined) return { unreadable: 'The JSON body is not valid UTF-8.' };

  let value: unknown;
  try {
    value = JSON.parse(text, taken ? keepNumbersAsWritten : undefined);
  } catch {
    return { unreadable: 'The body is not valid JSON, although its Content-Type says so.' };
  }
  if (!taken) return { unsupported: contentType };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { unreadable: 'The JSON body must be an object of field names and values.' };
  }
  return { form: formOfEntries(Object.entries(value)) };
}

/** An amount of 5.00 must be echoed as 5.00, and a 17-digit process_id must not be rounded. */
function keepNumbersAsWritten(_name: string, value: unknown, context: { source?: string } = {}): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? context.source : value;
}

/** Nested values and null are not text: they count as missing. */
function formOfEntries(entries: readonly (readonly [string, unknown])[]): Form {
  const form = new Map<string, FormValue>();
  for (const [name, value] of entries) {
    // JSON can escape a lone surrogate, which cannot occur in UTF-8 text.
    if (typeof value === 'string') addField(form, name, formValue(value.isWellFormed() ? value : undefined));
  }
  return form;
}
