import { z } from 'zod';
import { fixturesSchema } from '../accounts/account-schema.ts';
import { mappableTokens, type NameMap } from '../gateways/names.ts';
import { withoutUser } from '../host/without-user.ts';
import { issueMessage, nearestAllowed } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { pathOfProto } from '../input/own-proto.ts';
import { namesAt } from '../input/schema-names.ts';
import { valueAt } from '../input/value-at.ts';
import { defaultSettings, isProfile } from '../settings/settings.ts';
import { changedSettings, mergedPatch, SettingsError } from '../settings/settings-change.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { type Config, ConfigError, type GivenConfig, readAccounts } from './config.ts';
import type { Layered } from './layers.ts';
import type { Kinds } from './member.ts';
import * as kinds from './member-kinds.ts';
import { fileMembers, type GivenMembers, memberEntries, ownValues } from './member-values.ts';
import { pathsNamedIn, settingsNamedIn } from './named-settings.ts';

/** The schema of the config file, which flags and variables share. Paths are relative to `cwd`. */
function configSchema(cwd: string) {
  const all: Kinds = { ...kinds, path: kinds.pathIn(cwd) };
  const shape = memberEntries.map(([name, { takes }]) => [name, takes(all).optional()] as const);
  return z.strictObject({
    $schema: z.string().optional(),
    $comment: z.union([z.string(), z.array(z.string())]).optional(),
    ...Object.fromEntries(shape),
  });
}

/** The JSON Schema of the config file, for editors. It includes every setting, all of them optional. */
export function configJsonSchema(): object {
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(configSchema(''), options);
  const settings = z.toJSONSchema(settingsSchema, {
    ...options,
    override: ({ jsonSchema }) => {
      delete jsonSchema.required;
    },
  });
  const { $schema: _, ...bare } = settings;
  const { config: _config, ...inFile } = schema.properties ?? {};
  const words = new Map(fileMembers.map(([name, { is }]) => [name, is]));
  const members = Object.entries({ ...inFile, settings: bare }).map(([member, shape]) => [
    member,
    { ...Object(shape), ...(words.has(member) && { description: words.get(member) }) },
  ]);
  return { title: 'gateway-sandbox.config.json', ...schema, properties: Object.fromEntries(members) };
}

/**
 * Checks and completes a configuration. Paths are relative to `cwd`. `file` is the part that the config file
 * gave, and `start` the rest. Throws `ConfigError`.
 */
export function checkedConfig(
  given: GivenConfig,
  cwd: string,
  { start, file }: Pick<Layered, 'start' | 'file'> = { start: given, file: {} },
): Config {
  // The cast: the type is derived from the same table as the schema.
  const members = fitted(configSchema(cwd), given, 'config') as GivenMembers;
  const { cert, key } = members;
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('--cert and --key go together: name both files.', {
      member: cert === undefined ? 'key' : 'cert',
    });
  const values = ownValues(members);
  return {
    ...values,
    https: members.https ?? cert !== undefined,
    names: checkedNames(values.names),
    settings: settingsOf(members),
    namedSettings: { start: pathsNamedIn(start), file: settingsNamedIn(file) },
    accounts: fitted(fixturesSchema, readAccounts(members.fixtures), 'fixtures').accounts,
  };
}

function settingsOf({ profile, strict, weather, latency, settings }: GivenMembers) {
  const inFile = isProfile(settings?.profile) ? settings.profile : 'observed';
  const base = defaultSettings(profile ?? inFile);
  const given = Object.entries({ profile, strict, weather, latency }).filter(
    ([, value]) => value !== undefined,
  );
  const flags = Object.fromEntries(given);
  try {
    return changedSettings(base, mergedPatch(settings ?? {}, flags));
  } catch (error) {
    if (error instanceof SettingsError) throw new ConfigError(`settings: ${error.sentence}`);
    throw error;
  }
}

/** Two tokens with the same name would be ambiguous in paths and callbacks. */
function checkedNames(map: NameMap): NameMap {
  const wire = mappableTokens.map((token) => map[token] ?? token);
  for (const [token, mapped] of Object.entries(map)) {
    const clash =
      wire.filter((each) => each === mapped).length > 1 ||
      (mappableTokens.includes(mapped) && mapped !== token);
    if (clash)
      throw new ConfigError(
        `names.${token}: ${JSON.stringify(mapped)} is the name of another gateway or method.`,
      );
  }
  return map;
}

function fitted<Shape extends z.ZodType>(schema: Shape, value: unknown, what: string): z.output<Shape> {
  const proto = pathOfProto(value);
  if (proto) throw new ConfigError(`${what}: unknown ${JSON.stringify(proto.join('.'))}.`);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ConfigError(`The ${what} does not fit.`);
  const names = issue.path.map(shownName);
  const where = names.join('.');
  if (issue.code !== 'unrecognized_keys') {
    const why = `${issueMessage(issue)}${issue.code === 'invalid_key' ? '' : came(value, issue.path)}.${nearestAllowed(issue, value)}`;
    throw new ConfigError(`${where || what}: ${why}`, {
      ...(what === 'config' && { member: String(issue.path[0] ?? ''), at: { path: names.slice(1), why } }),
    });
  }
  const key = issue.keys[0] ?? '';
  const hint = didYouMean(key, namesAt(schema, issue.path));
  throw new ConfigError(`${what}: unknown ${JSON.stringify(where ? `${where}.${key}` : key)}.${hint}`);
}

/** Names of hosts may be any text. */
function shownName(name: PropertyKey): string {
  return JSON.stringify(withoutUser(String(name)).slice(0, 100)).slice(1, -1);
}

function came(value: unknown, path: readonly PropertyKey[]): string {
  const at = valueAt(value, path);
  if (at === undefined || (typeof at === 'object' && at !== null) || secrets.has(path.at(-1) ?? ''))
    return '';
  return `, not ${typeof at === 'string' ? JSON.stringify(shortened(withoutUser(at))) : String(at)}`;
}

/** Values that must not appear on a terminal or in a CI log. */
const secrets: ReadonlySet<PropertyKey> = new Set(['token', 'api_key', 'secret_key', 'test', 'live']);

/** The wrong value may be a whole file. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
