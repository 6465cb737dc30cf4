/**
 * Sets of tables that are still being built: copies for a snapshot without a name yet, and states that aren't
 * in use yet. Other tables that belong to no snapshot are garbage.
 */
export type Held = Set<string>;

export function stagedName(number: number, name: string): string {
  return `staged_${number}_${name}`;
}

/** The prefix of the names in such a set. */
export function setOf(table: string): string {
  return table.split('_', 2).join('_');
}
