export interface HeaderValue {
  /** What stands before the parameters, in lower case: `multipart/form-data`, `form-data`. */
  readonly type: string;
  /** By name in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** False when something after the type is not a parameter. */
  readonly complete: boolean;
}

/** Reads a header of the form `type; name=value; name="value"`, such as Content-Type or Content-Disposition. */
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

/**
 * Sticky, so that it reads parameters only one right after the other. Inside quotes a backslash is an escape only
 * before a quote: browsers write it bare. A lone semicolon is let pass.
 */
const PARAMETER = /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:\\"|[^"\\]|\\(?!"))*)"|([^\s;"]*)))?[ \t]*/gy;
