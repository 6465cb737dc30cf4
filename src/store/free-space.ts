import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

export type FreeSpaceStore = ReturnType<typeof freeSpaceStore>;

/** `auto_vacuum = INCREMENTAL`: empty pages can be given back, a few at a time. */
const incremental = 2;

/** The pages that dropped rows have left empty: new rows fill them, and what is too many is given back. */
export function freeSpaceStore({ orm }: Database) {
  const pragma = (text: string) => Number(Object.values(orm.get<object>(sql.raw(`PRAGMA ${text}`)) ?? {})[0]);
  // Of a file, it is settled when its first table is made.
  const canShrink = pragma('auto_vacuum') === incremental;
  return {
    /** Empty pages among all; none where they cannot be given back. */
    pages: (): { readonly empty: number; readonly all: number } => ({
      empty: canShrink ? pragma('freelist_count') : 0,
      all: pragma('page_count'),
    }),
    /** Gives so many empty pages back, inside a commit. */
    shrink: (pages: number): void => {
      // Each step gives one page back: `run` would take the first alone.
      orm.$client.exec(`PRAGMA incremental_vacuum(${pages})`);
    },
  };
}
