import { z } from 'zod';
import { version } from '../host/paths.ts';
import { issueMessage } from '../input/issue-message.ts';
import { latestMs } from '../runtime/clock.ts';
import { atLine, SnapshotFileError } from './error.ts';
import { recordKinds } from './records.ts';

const format = 'gateway-sandbox snapshot';
const formatVersion = 1;

// A name is a path segment, in which `.` and `..` have another meaning.
export const snapshotName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 . _ -')
  .refine((text) => !/^\.+$/.test(text), 'must have more than dots');

/** Of its accounts. */
export const keysInFile = z.enum(['replaced', 'included']);

/** Kinds of lines: the rows of tables, single facts, and the last id of each table. */
export const lineKinds: readonly string[] = [...Object.keys(recordKinds), 'fact', 'last_id'];

const headerSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(formatVersion),
  product_version: z.string().max(100),
  exported_at: z.string().max(100),
  name: snapshotName,
  saved_at: z.int().min(0).max(latestMs),
  keys: keysInFile,
  counts: z.strictObject(Object.fromEntries(lineKinds.map((kind) => [kind, z.int().min(0)]))),
});

/** The first line of a file. */
export type Header = z.output<typeof headerSchema>;

export function newHeader(of: Pick<Header, 'name' | 'saved_at' | 'keys' | 'counts'>): Header {
  const exported_at = new Date().toISOString();
  return { format, version: formatVersion, product_version: version, exported_at, ...of };
}

/** Throws `SnapshotFileError` for a file of another program or of a newer version. */
export function readHeader(value: unknown): Header {
  if (typeof value !== 'object' || value === null || Object(value).format !== format)
    throw new SnapshotFileError(
      'The snapshot cannot be imported: line 1 does not say that it is a snapshot of gateway-sandbox. Nothing was changed.',
    );
  const { version: written } = Object(value);
  if (Number.isInteger(written) && written > formatVersion)
    throw atLine(
      1,
      `has format version ${written}, and gateway-sandbox ${version} reads up to ${formatVersion}: update gateway-sandbox`,
    );
  const result = headerSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw atLine(
    1,
    `has a wrong ${issue?.path.join('.') || 'member'}: ${issue ? issueMessage(issue) : 'it does not fit'}`,
  );
}
