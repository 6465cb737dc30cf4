import type { Reader } from '../reader.ts';

/** The display name of a setting's member. API names stay unchanged. */
export function memberLabel({ members }: Reader['t']['dashboard']['settings'], name: string): string {
  return nameIn(members, name) ?? name.replaceAll('_', ' ');
}

export function nameIn(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
