import { z } from 'zod';
import { version } from '../host/paths.ts';
import { issueMessage } from '../input/issue-message.ts';
import { keyMask } from '../merchant-api/misplaced-keys.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { patchOfWhole } from '../settings/settings-change.ts';
import type { StoredRow } from '../store/snapshot-rows.ts';
import type { Transaction } from '../store/transactions.ts';
import { SnapshotFileError, type StoryFlaw } from './error.ts';
import { lineKinds, newHeader } from './header.ts';
import { recordKinds } from './records.ts';

const storyFormat = 'gateway-sandbox story';
const storyVersion = 1;
/** More than the log of any one payment. */
const longestStory = 16 * 1024 * 1024;

export const storyFile = z
  .object({
    format: z.literal(storyFormat),
    version: z.literal(storyVersion),
    product_version: z.string().max(100),
    exported_at: z.iso.datetime().describe('By the clock of the sandbox that wrote it'),
    transaction_id: z.string().regex(/^\d{1,12}$/, 'must be the id of a transaction'),
    records: z.array(z.record(z.string(), z.unknown())).readonly(),
  })
  .describe('One payment with everything that is recorded about it, without keys');

export type StoryFile = z.output<typeof storyFile>;

/** One payment as a file: its rows in the format of a snapshot file, with made-up keys. */
export function storyOf(runtime: Runtime, { id, accountId }: Transaction): StoryFile {
  const { store, clock, settings, token } = runtime;
  const account = store.accounts.get(accountId);
  const { apiKey = '', secretKey = '', accessTokens } = account ?? {};
  const keys = [apiKey, secretKey, accessTokens?.test ?? '', accessTokens?.live ?? '', token ?? ''];
  const mask = keyMask(keys);
  const rows = Object.entries(recordKinds).flatMap(([kind, { table, columns }]) =>
    store.storyRows.of(table, id).map((row) => {
      const given = withMadeUpKeys(kind, row);
      const members = Object.entries(columns).map(([name, { toFile }]) => [name, toFile(given[name], mask)]);
      return { record: kind, ...Object.fromEntries(members) };
    }),
  );
  const facts = [
    { record: 'fact', name: 'clock', value: { offsetMs: 0, frozenAt: clock.now() } },
    { record: 'fact', name: 'settings', value: patchOfWhole(settings.current, {}) },
  ];
  return {
    format: storyFormat,
    version: storyVersion,
    product_version: version,
    exported_at: isoTime(clock.now()),
    transaction_id: String(id),
    records: [...facts, ...rows],
  };
}

function withMadeUpKeys(kind: string, row: StoredRow): StoredRow {
  if (kind === 'account')
    return { ...row, api_key: 'replaced_api_key_1', secret_key: 'replaced_secret_key_1' };
  return kind === 'access_token' ? { ...row, token: `replaced_${row.mode}_token_1` } : row;
}

/** Parses the text of a payment file. Throws `SnapshotFileError`. */
export function readStory(text: string): StoryFile {
  if (text.length > longestStory) throw refused('it is larger than 16 MiB', 'too-large');
  let value: unknown;
  try {
    // Windows tools write a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refused('it is not JSON, or is cut off', 'not-json');
  }
  if (typeof value !== 'object' || value === null || Object(value).format !== storyFormat)
    throw refused('it is not a payment file of gateway-sandbox', 'not-story');
  const { version: written } = Object(value);
  if (Number.isInteger(written) && written > storyVersion)
    throw refused(
      `it has version ${written}, and gateway-sandbox ${version} reads up to ${storyVersion}: update gateway-sandbox`,
      'newer-version',
    );
  const result = storyFile.strict().safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.').slice(0, 100) || 'member';
  throw refused(`it has a wrong ${path}: ${issue ? issueMessage(issue).slice(0, 200) : 'it does not fit'}`);
}

/** The same for files that differ only in their spaces. Throws `SnapshotFileError`. */
export function plainText(file: StoryFile): string {
  try {
    return JSON.stringify(file);
  } catch {
    // `JSON.parse` reads any depth, and `JSON.stringify` does not write it.
    throw refused('it is nested too deeply', 'too-deep');
  }
}

/** Converts it to a snapshot file, whose import validates each record. */
export async function* snapshotOf({ exported_at, records }: StoryFile): AsyncGenerator<Uint8Array> {
  const counts: Record<string, number> = Object.fromEntries(lineKinds.map((kind) => [kind, 0]));
  for (const { record } of records) {
    const kind = String(record);
    if (Object.hasOwn(counts, kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const header = newHeader({ name: 'story', saved_at: Date.parse(exported_at), keys: 'replaced', counts });
  const encoder = new TextEncoder();
  for (const line of [header, ...records]) yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/** Rewords an error for a payment file, whose first record is the snapshot's second line. */
export function inStoryWords(error: SnapshotFileError): SnapshotFileError {
  const { at } = error;
  return at ? refused(`record ${at.line - 1} ${at.why}`) : error;
}

/** The payment itself must be among the records. */
export function missing({ transaction_id }: StoryFile): SnapshotFileError {
  return refused(`transaction ${transaction_id} is not in its records`, 'incomplete');
}

function refused(why: string, flaw?: StoryFlaw): SnapshotFileError {
  return new SnapshotFileError(`The payment file cannot be opened: ${why}.`, undefined, flaw);
}
