import { addField, decodeUtf8, type Form, type FormValue, formValue } from './form.ts';
import { parseHeaderValue } from './header-value.ts';

const MAX_PARTS = 64;
const MAX_PART_HEADER_BYTES = 8 * 1024;
/** RFC 2046, 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70;

/**
 * Reads a `multipart/form-data` body (RFC 7578), held one byte per character. Strict about typical errors in
 * hand-written bodies (CRLF, the closing boundary, names), tolerant of a preamble and an epilogue.
 * `unreadable` is a sentence for the developer.
 */
export function parseMultipart(
  latin1: string,
  boundary: string | undefined,
): { form: Form } | { unreadable: string } {
  const parts = readParts(latin1, boundary);
  if (typeof parts === 'string') return { unreadable: `The multipart body cannot be read: ${parts}.` };

  const form = new Map<string, FormValue>();
  for (const { name, isFile, start, end } of parts) {
    // No field of this API has such a name, so ignore it like any unknown field.
    if (name === undefined) continue;
    addField(form, name, isFile ? { fault: 'file' } : formValue(decodeUtf8(latin1.slice(start, end))));
  }
  return { form };
}

/**
 * A body with another text in each part of a name. Everything else keeps its bytes. Undefined if the body
 * cannot be read, or if the text contains its boundary.
 */
export function replaceParts(
  body: string,
  boundary: string | undefined,
  { name, text }: { readonly name: string; readonly text: string },
): string | undefined {
  const latin1 = Buffer.from(body).toString('latin1');
  const parts = readParts(latin1, boundary);
  if (typeof parts === 'string' || `\r\n${text}`.includes(`\r\n--${boundary}`)) return undefined;
  let replaced = '';
  let keptTo = 0;
  for (const part of parts.filter((each) => each.name === name)) {
    replaced += latin1.slice(keptTo, part.start) + Buffer.from(text).toString('latin1');
    keptTo = part.end;
  }
  return Buffer.from(replaced + latin1.slice(keptTo), 'latin1').toString();
}

interface Part {
  /** Undefined when it is not UTF-8. */
  readonly name: string | undefined;
  readonly isFile: boolean;
  /** Where its content is in the body. */
  readonly start: number;
  readonly end: number;
}

/** The parts, or why the body cannot be read. */
function readParts(latin1: string, boundary: string | undefined): Part[] | string {
  if (!boundary) return 'its Content-Type names no boundary';
  if (boundary.length > MAX_BOUNDARY_LENGTH) return 'its boundary is longer than 70 characters';

  // A boundary is a whole line. With this, the body's first line is not a special case.
  const text = `\r\n${latin1}`;
  const spans = splitParts(text, boundary);
  if (typeof spans === 'string') return latin1 === '' ? 'it is empty' : spans;

  const parts: Part[] = [];
  for (const { start, end } of spans) {
    const part = readPart(text.slice(start, end), start - 2);
    if (typeof part === 'string') return part;
    parts.push(part);
  }
  return parts;
}

/**
 * The parts, each from the line break after its boundary to the line break before the next one, both
 * included. Headers and body can then be split at the first blank line even if one of them is empty.
 */
function splitParts(text: string, boundary: string): Span[] | string {
  const parts: Span[] = [];
  let partStart = -1;
  for (const delimiter of delimitersIn(text, boundary)) {
    if (partStart !== -1) parts.push({ start: partStart, end: delimiter.start + 2 });
    if (parts.length > MAX_PARTS) return `it has more than ${MAX_PARTS} parts`;
    if (delimiter.closes)
      return parts.length > 0 ? parts : 'it is empty, it has a closing boundary and no parts';
    partStart = delimiter.end;
  }
  if (partStart !== -1) return 'its closing boundary is missing';
  if (text.includes(`--${boundary}\n`)) return 'its lines end in LF alone where CRLF is required';
  return 'the boundary that its Content-Type names is not in it';
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Delimiter extends Span {
  readonly closes: boolean;
}

function* delimitersIn(text: string, boundary: string): Generator<Delimiter> {
  const opening = `\r\n--${boundary}`;
  for (let start = text.indexOf(opening); start !== -1; start = text.indexOf(opening, start + 1)) {
    REST_OF_DELIMITER.lastIndex = start + opening.length;
    const rest = REST_OF_DELIMITER.exec(text);
    // A line that only begins like the boundary is content.
    if (rest) yield { start, end: REST_OF_DELIMITER.lastIndex, closes: rest[0] === '--' };
  }
}

/** The closing dashes, or padding (allowed by RFC 2046) up to a line break, which belongs to the part. */
const REST_OF_DELIMITER = /--|[ \t]*(?=\r\n)/y;

/** A part from its line break on, which is at `at` in the body, or what is wrong with it. */
function readPart(part: string, at: number): Part | string {
  const headersEnd = part.indexOf('\r\n\r\n');
  if (headersEnd === -1) return 'a part has no blank line after its headers';
  if (headersEnd > MAX_PART_HEADER_BYTES) return 'the headers of a part are longer than 8 KiB';

  const disposition = parseHeaderValue(dispositionOf(part.slice(0, headersEnd)));
  if (disposition.type !== 'form-data' || !disposition.complete) {
    return 'a part has no readable "Content-Disposition: form-data" header';
  }
  const escapedName = disposition.parameters.get('name');
  if (escapedName === undefined) return 'a part has no name';

  return {
    name: decodeUtf8(unescapeName(escapedName)),
    isFile: disposition.parameters.has('filename') || disposition.parameters.has('filename*'),
    start: at + headersEnd + 4,
    end: at + part.length - 2,
  };
}

function dispositionOf(headers: string): string {
  const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
  return /\r\ncontent-disposition[ \t]*:([^\r\n]*)/i.exec(unfolded)?.[1] ?? '';
}

/** Unescapes only the three characters that browsers escape in a name: `%41` stays as it is. */
function unescapeName(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}
