import type { Fact } from './page-models.ts';

/** The non-empty members of a record, under their API names. */
export function factsOf(
  record: Readonly<Record<string, unknown>>,
  hrefs: Readonly<Record<string, string | undefined>> = {},
): Fact[] {
  return Object.entries(record)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      href: hrefs[name],
    }));
}
