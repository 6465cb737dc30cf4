import { z } from 'zod';
import { issueMessage } from '../input/issue-message.ts';
import { atLine } from './error.ts';
import { factSchema } from './facts.ts';
import { lineKinds } from './header.ts';
import type { Line } from './lines.ts';
import { recordKinds } from './records.ts';
import { sameAmounts } from './values.ts';

/** A row to store, and the number of its line. */
export interface FileRow {
  readonly line: number;
  readonly kind: string;
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

const lastIdTables = ['transactions', 'otps', 'callbacks', 'requests', 'faults'] as const;
const lastIdSchema = z.strictObject({ table: z.enum(lastIdTables), id: z.int().min(1).max(1e12) });

const schemas = new Map<string, z.ZodType>(
  Object.entries(recordKinds).map(([kind, { columns }]) => [
    kind,
    z
      .strictObject(Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema])))
      .refine(sameAmounts, { path: ['amount_hundredths'], error: 'must be the hundredths of its amount' }),
  ]),
)
  .set('fact', factSchema)
  .set('last_id', lastIdSchema);

/** What to store for the settings of a file. */
export type TakenSettings = (patch: unknown) => unknown;

/** The row of a line. Throws `SnapshotFileError` for a value that the sandbox would not have stored. */
export function rowOf({ number, value }: Line, settings: TakenSettings): FileRow {
  const { record, ...members } = Object(value);
  const kind = lineKinds.find((each) => each === record);
  const schema = kind === undefined ? undefined : schemas.get(kind);
  if (kind === undefined || !schema) throw atLine(number, `has no "record" that is known`);
  const result = schema.safeParse(members);
  if (!result.success || Object.hasOwn(members, '__proto__')) {
    const issue = result.error?.issues[0];
    const path = issue?.path.join('.').slice(0, 100) || 'member';
    throw atLine(number, `has a wrong ${path}: ${issue ? issueMessage(issue).slice(0, 200) : '__proto__'}`);
  }
  return { line: number, kind, ...storedRow(number, kind, members, settings) };
}

function storedRow(
  line: number,
  kind: string,
  members: Readonly<Record<string, unknown>>,
  settings: TakenSettings,
) {
  if (kind === 'last_id') return { table: 'sequence', row: { name: members.table, seq: members.id } };
  if (kind === 'fact') {
    const value = members.name === 'settings' ? settings(members.value) : members.value;
    return { table: 'facts', row: { name: members.name, value: JSON.stringify(value) } };
  }
  const { table, columns } = recordKinds[kind] ?? { table: '', columns: {} };
  try {
    const row = Object.entries(columns).map(([name, { toStore }]) => [name, toStore(members[name])]);
    return { table, row: Object.fromEntries(row) };
  } catch {
    // Only `JSON.stringify` can fail here.
    throw atLine(line, 'is nested too deeply');
  }
}
