import type { z } from 'zod';
import type { Member } from './member.ts';
import { members } from './members.ts';

type Members = typeof members;
type Output<Name extends keyof Members> = z.output<ReturnType<Members[Name]['takes']>>;

/** The validated values given for config members. */
export type GivenMembers = { readonly [Name in keyof Members]?: Output<Name> };

/** The value of each member, given or default, by its name in camel case. */
export type MemberValues = {
  readonly [Name in keyof Members as CamelCase<Name>]:
    | Output<Name>
    | (Members[Name]['usual'] extends undefined ? undefined : never);
};

/** Excludes the members that only say where settings come from. */
export type OwnValues = Omit<
  MemberValues,
  'config' | 'strict' | 'weather' | 'latency' | 'profile' | 'settings'
>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export const memberEntries: readonly (readonly [name: string, member: Member])[] = Object.entries(members);

/** The members that a config file can have. */
export const fileMembers = memberEntries.filter(([name]) => name !== 'config');

function memberValues(given: GivenMembers): MemberValues {
  const values = new Map<string, unknown>(Object.entries(given));
  // The cast: the type is derived from the same table.
  return Object.fromEntries(
    memberEntries.map(([name, { usual }]) => [camelCase(name), values.get(name) ?? usual]),
  ) as MemberValues;
}

/** The values of all members when nothing is configured. */
export const usualValues: OwnValues = ownValues({});

export function ownValues(given: GivenMembers): OwnValues {
  const { config, strict, weather, latency, profile, settings, ...values } = memberValues(given);
  return values;
}

/** The environment variables and the config member that each one sets. */
export const variables: Readonly<Record<string, string>> = Object.fromEntries(
  memberEntries.flatMap(([name, { variable }]) => (variable === undefined ? [] : [[variable, name]])),
);

/** The environment variable of a member. */
export function variableOf(member: string): string | undefined {
  return Object.keys(variables).find((variable) => variables[variable] === member);
}

/** The flag of a member, such as `--port`. */
export function flagOf(member: string): string | undefined {
  return memberEntries.find(([name]) => name === member)?.[1].flag?.[0].split(' ')[0];
}

/** The given command-line flags, by config member. Flags that were not given are absent. */
export function givenByFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = memberEntries.flatMap(([name, { flag = [''] }]) => {
    const [, no, long] = /^--(no-)?([\w-]+)/.exec(flag[0]) ?? [];
    const value = long === undefined ? undefined : flags[camelCase(long)];
    // commander sets a `--no-…` flag to true unless it is given.
    return value === undefined || (no !== undefined && value === true) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The name of a config member in `Config` and in commander's options. */
export function camelCase(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
