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
  if (!boundary) return unreadable('its Content-Type names no boundary');
  if (boundary.length > MAX_BOUNDARY_LENGTH) return unreadable('its boundary is longer than 70 characters');

  const parts = splitParts(latin1, boundary);
  if (typeof parts === 'string') return unreadable(parts);

  const form = new Map<string, FormValue>();
  for (const part of parts) {
    const problem = addPart(form, part);
    if (problem !== undefined) return unreadable(problem);
  }
  return { form };
}

function unreadable(why: string): { unreadable: string } {
  return { unreadable: `The multipart body cannot be read: ${why}.` };
}

/**
 * The parts, each from the line break after its boundary to the line break before the next one, both
 * included. Headers and body can then be split at the first blank line even if one of them is empty.
 */
function splitParts(latin1: string, boundary: string): string[] | string {
  // A boundary is a whole line. With this, the body's first line is not a special case.
  const text = `\r\n${latin1}`;
  const parts: string[] = [];
  let partStart = -1;
  for (const delimiter of delimitersIn(text, boundary)) {
    if (partStart !== -1) parts.push(text.slice(partStart, delimiter.start + 2));
    if (parts.length > MAX_PARTS) return `it has more than ${MAX_PARTS} parts`;
    if (delimiter.closes)
      return parts.length > 0 ? parts : 'it is empty, it has a closing boundary and no parts';
    partStart = delimiter.end;
  }
  if (partStart !== -1) return 'its closing boundary is missing';
  if (latin1 === '') return 'it is empty';
  if (latin1.includes(`--${boundary}\n`)) return 'its lines end in LF alone where CRLF is required';
  return 'the boundary that its Content-Type names is not in it';
}

interface Delimiter {
  readonly start: number;
  readonly end: number;
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

/** Adds the part's field, or returns what is wrong with the part. */
function addPart(form: Map<string, FormValue>, part: string): string | undefined {
  const headersEnd = part.indexOf('\r\n\r\n');
  if (headersEnd === -1) return 'a part has no blank line after its headers';
  if (headersEnd > MAX_PART_HEADER_BYTES) return 'the headers of a part are longer than 8 KiB';

  const disposition = parseHeaderValue(dispositionOf(part.slice(0, headersEnd)));
  if (disposition.type !== 'form-data' || !disposition.complete) {
    return 'a part has no readable "Content-Disposition: form-data" header';
  }
  const escapedName = disposition.parameters.get('name');
  if (escapedName === undefined) return 'a part has no name';

  const name = decodeUtf8(unescapeName(escapedName));
  // No field of this API has such a name, so ignore it like any unknown field.
  if (name === undefined) return undefined;
  const isFile = disposition.parameters.has('filename') || disposition.parameters.has('filename*');
  addField(form, name, isFile ? { fault: 'file' } : formValue(decodeUtf8(part.slice(headersEnd + 4, -2))));
  return undefined;
}

function dispositionOf(headers: string): string {
  const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
  return /\r\ncontent-disposition[ \t]*:([^\r\n]*)/i.exec(unfolded)?.[1] ?? '';
}

/** Unescapes only the three characters that browsers escape in a name: `%41` stays as it is. */
function unescapeName(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}
