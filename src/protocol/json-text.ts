/** The value of a text. Undefined if it is not JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text of a JSON object with another text in each of its own members of a name. The rest of the text is
 * kept. Undefined if it is not an object.
 */
export function replaceMember(
  json: string,
  { name, text }: { readonly name: string; readonly text: string },
): string | undefined {
  if (!isObject(json)) return undefined;
  let replaced = '';
  let keptTo = 0;
  for (const { start, end } of valuesOf(json, name)) {
    replaced += json.slice(keptTo, start) + JSON.stringify(text);
    keptTo = end;
  }
  return replaced + json.slice(keptTo);
}

function isObject(json: string): boolean {
  const value = jsonValue(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string, a bracket, a separator, or a number, boolean or null. */
const TOKEN = /"(?:\\.|[^"\\])*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** Where the values of the outer object's members of a name are. The text must be a JSON object. */
function* valuesOf(json: string, name: string): Generator<{ start: number; end: number }> {
  let depth = 0;
  let key: string | undefined;
  let start: number | undefined;
  let end = 0;
  for (const { 0: text, index } of json.matchAll(TOKEN)) {
    if (depth === 1 && (text === ',' || text === '}')) {
      if (start !== undefined && key === name) yield { start, end };
      start = undefined;
      key = undefined;
    } else if (depth === 1 && key === undefined) key = JSON.parse(text);
    else if (depth === 1 && text !== ':') start ??= index;
    if (text === '{' || text === '[') depth++;
    if (text === '}' || text === ']') depth--;
    end = index + text.length;
  }
}
