import { resolve } from 'node:path';
import { z } from 'zod';
import { fixturesSchema } from '../accounts/account-schema.ts';
import { mappableTokens, methodTokens } from '../gateways/names.ts';
import { issueMessage } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { pathOfProto } from '../input/own-proto.ts';
import { namesAt } from '../input/schema-names.ts';
import { defaultSettings } from '../settings/settings.ts';
import { changedSettings, mergedPatch, SettingsError } from '../settings/settings-change.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { type Config, ConfigError, type GivenConfig, readAccounts } from './config.ts';
import { configWords } from './config-words.ts';

const flag = z.union(
  [z.boolean(), z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')],
  'must be true or false',
);
const list = z.union(
  [z.array(z.string()), z.string().transform((text) => text.split(',').map((each) => each.trim()))],
  'must be a list of texts',
);
const hostName = z
  .string()
  .regex(/^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)$/i, 'must be a host name or an address, without scheme and port');
// What is none would be left out in silence where a callback is sent.
const hostAndPort = z
  .string()
  .min(1, 'must say where to send, such as app=127.0.0.1')
  .refine(
    (text) =>
      /^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)(:(?!0+$)\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`),
    'must be a host, with a port or without, such as app=127.0.0.1:3000',
  );
const hostMap = z
  .union([z.record(z.string(), z.string()), list.transform(pairs)], 'must be a list such as app=127.0.0.1')
  .pipe(z.record(z.string(), hostAndPort));
const portRange = 'must be a whole number from 0 to 65535';
// A flag and a variable are text; z.coerce would take "", null and true for numbers.
const port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value),
  z.int(portRange).min(0, portRange).max(65_535, portRange),
);
// A name is a segment of a path, where `.` and `..` mean other places.
const name = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must consist of A-Z a-z 0-9 . _ -')
  .refine((text) => !/^\.+$/.test(text), 'must have more than dots');

/** The config file, member by member; flags and variables give the same members. */
const configSchema = z.strictObject({
  $schema: z.string().optional(),
  $comment: z.union([z.string(), z.array(z.string())]).optional(),
  config: z.string().optional(),
  host: z.string().min(1).optional(),
  port: port.optional(),
  data: z.string().min(1).optional(),
  https: flag.optional(),
  cert: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  public_url: z
    .string()
    .max(2048, 'must be at most 2048 characters')
    .refine(
      (text) => /^https?:\/\/[^\s\p{C}/?#@\\]+\/*$/iu.test(text) && URL.canParse(text),
      // Pages link to `/assets` and `/checkout`: a proxy cannot serve the sandbox below another path.
      'must be an http or https URL without path, user, query and fragment, such as https://pay.test',
    )
    .optional(),
  allow_hosts: list.pipe(z.array(hostName)).optional(),
  strict: flag.optional(),
  profile: z.enum(['observed', 'documented']).optional(),
  fixtures: z.string().min(1).optional(),
  callback_host_map: hostMap.optional(),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 printable ASCII characters')
    .optional(),
  trust_proxy: flag.optional(),
  tester_tools: flag.optional(),
  names: z.partialRecord(z.enum(mappableTokens), name).optional(),
  methods: z.partialRecord(z.enum(methodTokens), z.enum(['wallet', 'card'])).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});

/** The config file as a JSON Schema, for editors: with the settings spelled out, of which each may be absent. */
export function configJsonSchema(): object {
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(configSchema.omit({ config: true }), options);
  const settings = z.toJSONSchema(settingsSchema, {
    ...options,
    override: ({ jsonSchema }) => {
      delete jsonSchema.required;
    },
  });
  const { $schema: _, ...bare } = settings;
  const members = Object.entries({ ...schema.properties, settings: bare }).map(([member, shape]) => [
    member,
    { ...Object(shape), ...(configWords[member] && { description: configWords[member] }) },
  ]);
  return { title: 'gateway-sandbox.config.json', ...schema, properties: Object.fromEntries(members) };
}

/** The whole configuration of what was given; paths are relative to `cwd`. Throws `ConfigError`. */
export function checkedConfig(given: GivenConfig, cwd: string): Config {
  const config = fitted(configSchema, given, 'config');
  if ((config.cert === undefined) !== (config.key === undefined))
    throw new ConfigError('--cert and --key go together: name both files.', {
      member: config.cert === undefined ? 'key' : 'cert',
    });
  const path = (file: string | undefined) => (file === undefined ? undefined : resolve(cwd, file));
  return {
    host: config.host,
    port: config.port ?? 4700,
    data: path(config.data),
    https: config.https ?? (config.cert !== undefined || config.key !== undefined),
    cert: path(config.cert),
    key: path(config.key),
    publicUrl: config.public_url?.replace(/\/+$/, ''),
    allowHosts: (config.allow_hosts ?? []).map((host) => host.toLowerCase()),
    callbackHostMap: config.callback_host_map ?? {},
    token: config.token,
    trustProxy: config.trust_proxy ?? false,
    testerTools: config.tester_tools ?? true,
    names: checkedNames(config.names ?? {}),
    methods: definedIn(config.methods ?? {}),
    settings: settingsOf(config),
    accounts: fitted(fixturesSchema, readAccounts(path(config.fixtures)), 'fixtures').accounts,
  };
}

function settingsOf({ profile, strict, settings }: z.output<typeof configSchema>) {
  const base = defaultSettings(profile ?? (settings?.profile === 'documented' ? 'documented' : 'observed'));
  const flags = { ...(profile !== undefined && { profile }), ...(strict !== undefined && { strict }) };
  try {
    return changedSettings(base, mergedPatch(settings ?? {}, flags));
  } catch (error) {
    if (error instanceof SettingsError) throw new ConfigError(`settings: ${error.message}`);
    throw error;
  }
}

/** Two tokens with one name could not be told apart in a path or in a callback. */
function checkedNames(names: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const map = definedIn(names);
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

function definedIn<Value>(
  record: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function fitted<Shape extends z.ZodType>(schema: Shape, value: unknown, what: string): z.output<Shape> {
  const proto = pathOfProto(value);
  if (proto) throw new ConfigError(`${what}: unknown ${JSON.stringify(proto.join('.'))}.`);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ConfigError(`The ${what} does not fit.`);
  const where = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys')
    throw new ConfigError(`${where || what}: ${issueMessage(issue)}${came(value, issue.path)}.`, {
      ...(what === 'config' && { member: String(issue.path[0] ?? '') }),
    });
  const key = issue.keys[0] ?? '';
  const hint = didYouMean(key, namesAt(schema, issue.path));
  throw new ConfigError(`${what}: unknown ${JSON.stringify(where ? `${where}.${key}` : key)}.${hint}`);
}

function came(value: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at === undefined || (typeof at === 'object' && at !== null) ? '' : `, not ${JSON.stringify(at)}`;
}

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => [text.split('=', 1)[0] ?? '', text.split('=').slice(1).join('=')]),
  );
}
