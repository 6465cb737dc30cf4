import { eq } from 'drizzle-orm';
import { jsonValue } from '../protocol/json-text.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { facts } from './schema-records.ts';
import { bound } from './statements.ts';

export type FactStore = ReturnType<typeof factStore>;

/** Single values that survive a restart, stored as JSON by name. */
export function factStore({ orm }: Database) {
  const statements = lazy({
    one: () =>
      orm
        .select()
        .from(facts)
        .where(eq(facts.name, bound('name')))
        .prepare(),
    put: () =>
      orm
        .insert(facts)
        .values({ name: bound('name'), value: bound('value') })
        .onConflictDoUpdate({ target: facts.name, set: { value: bound('value') } })
        .prepare(),
  });
  return {
    get: (name: string): unknown => {
      const row = statements.one.get({ name });
      return row && jsonValue(row.value);
    },
    put: (name: string, value: unknown): void => {
      statements.put.run({ name, value: JSON.stringify(value) });
    },
  };
}
