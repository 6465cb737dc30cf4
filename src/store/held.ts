/**
 * Sets of tables that are being made: copies for a snapshot that has no name yet, and states that are not switched to yet. Others of no
 * snapshot are garbage.
 */
export type Held = Set<string>;

export function stagedName(number: number, name: string): string {
  return `staged_${number}_${name}`;
}

/** What the names of such a set begin with. */
export function setOf(table: string): string {
  return table.split('_', 2).join('_');
}
