/** The names of a snapshot's tables hold its number, never its name. */
export function copyOf({ id }: { readonly id: number }, table: string): string {
  return `snapshot_${id}_${table}`;
}

/** No name that a person can give begins with a space: a snapshot has such a name until all its rows are there. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(' ');
}
