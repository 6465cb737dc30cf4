import type { Reader } from '../reader.ts';

/** What people call a member of a setting; one that is a name of the API stays as it is. */
export function memberLabel({ members }: Reader['t']['dashboard']['settings'], name: string): string {
  return nameIn(members, name) ?? name.replaceAll('_', ' ');
}

export function nameIn(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
