/** An object member in a JSON text, with the positions of its name and value. */
interface Member {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * Sets one value in a JSON text, at any depth, and keeps the rest byte for byte. The text must be an object
 * that `JSON.parse` accepts.
 */
export function withValue(text: string, [name = '', ...rest]: readonly string[], value: unknown): string {
  const open = text.indexOf('{');
  const members = membersOf(text, open);
  // As in `JSON.parse`, the last of duplicate names counts.
  const member = members.findLast((each) => each.name === name);
  if (!member)
    return inserted(text, open, members, `${JSON.stringify(name)}: ${written(nested(rest, value))}`);
  const old = text.slice(member.valueStart, member.valueEnd);
  const changed = rest.length > 0 && old.startsWith('{') ? withValue(old, rest, value) : undefined;
  const put = changed ?? written(nested(rest, value), indentAt(text, member.start));
  return text.slice(0, member.valueStart) + put + text.slice(member.valueEnd);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** Short objects on one line, longer ones indented like `JSON.stringify`. */
function written(value: unknown, indent = ''): string {
  const short = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  return short.length <= 80 ? short : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

/** Appends a member with the same white space as the one before it. */
function inserted(text: string, open: number, members: readonly Member[], put: string): string {
  const last = members.at(-1);
  if (!last) {
    const close = text.indexOf('}', open);
    return `${text.slice(0, open + 1)} ${put} ${text.slice(close)}`;
  }
  const [space] = /\s*$/.exec(text.slice(0, last.start)) ?? [''];
  return `${text.slice(0, last.valueEnd)},${space || ' '}${put}${text.slice(last.valueEnd)}`;
}

function indentAt(text: string, at: number): string {
  return /[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';
}

function membersOf(text: string, open: number): readonly Member[] {
  const members: Member[] = [];
  let at = afterSpace(text, open + 1);
  while (text[at] === '"') {
    const start = at;
    const nameEnd = valueEndAt(text, at);
    // A JSON string.
    const name: string = JSON.parse(text.slice(start, nameEnd));
    const valueStart = afterSpace(text, text.indexOf(':', nameEnd) + 1);
    const valueEnd = valueEndAt(text, valueStart);
    members.push({ name, start, valueStart, valueEnd });
    at = afterSpace(text, valueEnd);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

function afterSpace(text: string, at: number): number {
  const offset = text.slice(at).search(/\S/);
  return offset === -1 ? text.length : at + offset;
}

/** Matches whole strings, so that brackets inside them do not count. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s"[\]{},:]+/gy;

function valueEndAt(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    token.lastIndex = at;
    const [found = text[at] ?? ''] = token.exec(text) ?? [];
    if (found === '{' || found === '[') depth += 1;
    if (found === '}' || found === ']') depth -= 1;
    at += Math.max(1, found.length);
  } while (depth > 0 && at < text.length);
  return at;
}
