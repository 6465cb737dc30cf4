/**
 * Sets of tables that are still being built, such as copies for a snapshot without a name yet and states that
 * aren't in use yet, and sets that are still being read. Other tables that belong to no snapshot are garbage.
 */
export class Held extends Set<string> {
  readonly #readers = new Set<{ readonly set: string }>();

  override has(set: string): boolean {
    return super.has(set) || [...this.#readers].some((reader) => reader.set === set);
  }

  /** Keeps a set for a reader, of which there may be several, until the returned function is called. */
  keepFor(set: string): () => void {
    const reader = { set };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }
}

export function stagedName(number: number, name: string): string {
  return `staged_${number}_${name}`;
}

/** The prefix of the names in such a set. */
export function setOf(table: string): string {
  return table.split('_', 2).join('_');
}
