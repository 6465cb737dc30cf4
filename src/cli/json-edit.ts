/** A member of an object in a JSON text: where its name begins, and where its value is. */
interface Member {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A JSON text with one value set, at any depth. All else stays byte for byte. The text must be an object that `JSON.parse` takes. */
export function withValue(text: string, [name = '', ...rest]: readonly string[], value: unknown): string {
  const open = text.indexOf('{');
  const members = membersOf(text, open);
  // Where a name is there twice, the last one counts.
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

/** Short objects in one line, longer ones as `JSON.stringify` indents them. */
function written(value: unknown, indent = ''): string {
  const short = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  return short.length <= 80 ? short : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

/** After the last member, with the white space that is before that one. */
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
    // A string of JSON.
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

/** Strings whole, so that their brackets do not count. */
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
