import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

export type FreeSpaceStore = ReturnType<typeof freeSpaceStore>;

/** `auto_vacuum = INCREMENTAL`: empty pages can be returned, a few at a time. */
const incremental = 2;

/** Pages that deleted rows left empty. New rows fill them, and the surplus goes back to the file system. */
export function freeSpaceStore({ orm }: Database) {
  const pragma = (text: string) => Number(Object.values(orm.get<object>(sql.raw(`PRAGMA ${text}`)) ?? {})[0]);
  // For a file, this is fixed when its first table is created.
  const canShrink = pragma('auto_vacuum') === incremental;
  return {
    /** The number of empty and of all pages. Reports no empty pages if they cannot be returned. */
    pages: (): { readonly empty: number; readonly all: number } => ({
      empty: canShrink ? pragma('freelist_count') : 0,
      all: pragma('page_count'),
    }),
    /** Returns this many empty pages. Call it inside a commit. */
    shrink: (pages: number): void => {
      // Each step returns one page: `run` would only execute the first.
      orm.$client.exec(`PRAGMA incremental_vacuum(${pages})`);
    },
  };
}
