/** Table names contain the snapshot's number, never its name. */
export function copyOf({ id }: { readonly id: number }, table: string): string {
  return `snapshot_${id}_${table}`;
}

/** Unfinished snapshots have a name that starts with a space, which users can't choose. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(' ');
}
