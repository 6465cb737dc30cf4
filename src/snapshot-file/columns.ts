import { z } from 'zod';
import { gatewayTokens } from '../gateways/index.ts';
import { modes } from '../protocol/vocabulary.ts';
import { tamperings } from '../settings/delivery.ts';

/** Masks keys in a text. */
export type Mask = (text: string) => string;

/** A column in a snapshot file: which values an import accepts, and how to convert them. */
export interface Column {
  readonly schema: z.ZodType;
  readonly toFile: (stored: unknown, mask: Mask) => unknown;
  readonly toStore: (given: unknown) => unknown;
}

/** A kind of line: the table of its rows, and the table's columns. */
export interface RecordKind {
  readonly table: string;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Far more rows than a sandbox can store. SQLite itself would refuse new rows after its own largest id. */
const largestId = 1e12;
const latestMs = Date.UTC(9999, 11, 31);
/** A request's body is at most 1 MiB, and each of its characters may take more bytes here. */
const longestText = 4 * 1024 * 1024;

export function plain(schema: z.ZodType): Column {
  return { schema, toFile: (stored) => stored, toStore: (given) => given };
}

const idSchema = z.int().min(1).max(largestId);
const countSchema = z.int().min(0).max(largestId);
const timeSchema = z.int().min(0).max(latestMs);
const textSchema = z.string().max(longestText);

export const id = plain(idSchema);
export const optionalId = plain(idSchema.nullable());
export const count = plain(countSchema);
export const wholeNumber = plain(z.int());
export const optionalCount = plain(countSchema.nullable());
export const time = plain(timeSchema);
export const optionalTime = plain(timeSchema.nullable());
export const shortText = plain(z.string().max(1000));
export const optionalShortText = plain(z.string().max(1000).nullable());
const accountIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must consist of A-Z a-z 0-9 _ -');
export const accountId = plain(accountIdSchema);

export const optionalAccountId = plain(accountIdSchema.nullable());
const processIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must consist of A-Z a-z 0-9 _ -');
export const processId = plain(processIdSchema);
export const optionalProcessId = plain(processIdSchema.nullable());

export function oneOf(values: readonly string[]): Column {
  return plain(z.enum(values));
}

export function optionalOneOf(values: readonly string[]): Column {
  return plain(z.enum(values).nullable());
}

export const mode = oneOf(modes);
export const gateway = oneOf(gatewayTokens);
export const tamper = optionalOneOf(tamperings);

export const flag: Column = {
  schema: z.boolean(),
  toFile: (stored) => stored === 1,
  toStore: (given) => (given === true ? 1 : 0),
};

/** Text in which a client may have sent a key. */
function masked(schema: z.ZodType): Column {
  return {
    ...plain(schema),
    toFile: (stored, mask) => (typeof stored === 'string' ? mask(stored) : stored),
  };
}

export const text = masked(textSchema);
export const optionalText = masked(textSchema.nullable());
const url = textSchema.refine(isWebUrl, 'must be an http or https URL');
export const webUrl = masked(url);
export const optionalWebUrl = masked(url.nullable());

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** JSON, embedded in the file as it is. Text that would not survive parsing unchanged stays text. */
export function json(schema: z.ZodType): Column {
  return {
    schema,
    toFile: (stored, mask) => (typeof stored === 'string' ? embedded(mask(stored)) : stored),
    toStore: (given = null) => (given === null || typeof given === 'string' ? given : JSON.stringify(given)),
  };
}

function embedded(stored: string): unknown {
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null && JSON.stringify(value) === stored ? value : stored;
  } catch {
    return stored;
  }
}

export const anyJson = json(z.unknown());

/** A merchant's answer, as text if it is UTF-8. */
export const optionalBytes: Column = {
  schema: z
    .union(
      [textSchema, z.strictObject({ base64: z.base64().max(longestText) })],
      'must be text or {"base64":"…"}',
    )
    .nullable(),
  toFile: (stored, mask) => (Buffer.isBuffer(stored) ? bytesInFile(stored, mask) : stored),
  toStore: (given) => {
    if (typeof given === 'string') return Buffer.from(given);
    return isBase64(given) ? Buffer.from(given.base64, 'base64') : given;
  },
};

function bytesInFile(bytes: Buffer, mask: Mask): unknown {
  const written = bytes.toString('utf8');
  if (Buffer.from(written).equals(bytes)) return mask(written);
  // Keys are ASCII, and Latin-1 preserves every byte.
  const withoutKeys = Buffer.from(mask(bytes.toString('latin1')), 'latin1');
  return { base64: withoutKeys.toString('base64') };
}

function isBase64(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value;
}
