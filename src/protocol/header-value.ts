import { decodeUtf8 } from './form.ts';

export interface HeaderValue {
  /** The part before the parameters, in lower case: `multipart/form-data`, `form-data`. */
  readonly type: string;
  /** By lower-case name. The first of several with the same name counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** False when something after the type is not a parameter. */
  readonly complete: boolean;
}

/** Parses a header like `type; name=value; name="value"`, such as Content-Type or Content-Disposition. */
export function parseHeaderValue(text: string): HeaderValue {
  const semicolon = text.indexOf(';');
  const typeEnd = semicolon === -1 ? text.length : semicolon;
  const parameters = new Map<string, string>();
  let readTo = typeEnd;
  for (const [read, written, quoted, bare = ''] of text.slice(typeEnd).matchAll(PARAMETER)) {
    readTo += read.length;
    const name = written?.toLowerCase();
    if (name !== undefined && !parameters.has(name)) {
      parameters.set(name, quoted?.replaceAll('\\"', '"') ?? bare);
    }
  }
  return { type: text.slice(0, typeEnd).trim().toLowerCase(), parameters, complete: readTo === text.length };
}

/** A header as text. Node reads each byte as one character, while most apps and all browsers mean UTF-8. */
export function headerText(latin1: string): string {
  return decodeUtf8(latin1) ?? latin1;
}

/**
 * Sticky, so that parameters must follow each other directly. In quotes, a backslash escapes only a quote,
 * because browsers send bare backslashes. A lone semicolon is accepted.
 */
const PARAMETER = /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:\\"|[^"\\]|\\(?!"))*)"|([^\s;"]*)))?[ \t]*/gy;
