import { resolve } from 'node:path';
import { z } from 'zod';
import { mappableTokens, methodTokens } from '../gateways/names.ts';
import { hostMapKey } from '../protocol/host-map.ts';
import { profiles } from '../settings/call-settings.ts';
import { latencies, weathers } from '../settings/weather.ts';

/**
 * The value types of config members. If there are alternatives, the first is the form for the config file;
 * flags and variables are text.
 */
export const flag = z.union(
  [z.boolean(), z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')],
  'must be true or false',
);

const list = z.union(
  [z.array(z.string()), z.string().transform((text) => text.split(',').map((each) => each.trim()))],
  'must be a list of texts',
);

export const text = z.string();

export const filledText = z.string().min(1);

/** Excludes NUL, for which Node throws an error without a useful message. */
const withoutNul = filledText.refine((given) => !given.includes('\0'), 'must not contain a NUL character');

/** What the operating system can look up. No client can name an address with a zone, such as `fe80::1%eth0`, in a URL. */
export const address = withoutNul.refine((host) => {
  const inUrl = host.includes(':') ? `[${host}]` : host;
  return /^[^\s/?#@\\[\]%]+$/.test(host) && URL.canParse(`http://${inUrl}`);
}, 'must be an address or a host name, without scheme, port and zone');

/** As on Linux. */
const longestPath = 4096;

/** A path relative to the working directory. The result is absolute. */
export function pathIn(cwd: string) {
  return withoutNul
    .max(longestPath, `must be at most ${longestPath} characters`)
    .transform((file) => resolve(cwd, file));
}

const portRange = 'must be a whole number from 0 to 65535';
// z.coerce would accept "", null and true as numbers.
export const port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value),
  z.int(portRange).min(0, portRange).max(65_535, portRange),
);

/** `auto`: links follow the address of each request. */
export const publicUrl = z
  .string()
  .max(2048, 'must be at most 2048 characters')
  .refine(
    (url) => url === 'auto' || (/^https?:\/\/[^\s\p{C}/?#@\\]+\/*$/iu.test(url) && URL.canParse(url)),
    // Pages link to `/assets` and `/checkout`, so a proxy cannot serve the sandbox under another path.
    'must be an http or https URL without path, user, query and fragment, such as https://pay.test, or auto',
  )
  .transform((url) => url.replace(/\/+$/, ''));

const hostName = z
  .string()
  .regex(/^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)$/i, 'must be a host name or an address, without scheme and port')
  .transform((host) => host.toLowerCase());

export const hostNames = list.pipe(z.array(hostName));

// An empty host would be silently ignored when a callback is sent.
const hostAndPort = z
  .string()
  .min(1, 'must say where to send, such as app=127.0.0.1')
  .refine(
    (host) =>
      /^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)(:(?!0+$)\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
    'must be a host, with a port or without, such as app=127.0.0.1:3000',
  );

/** In the spelling in which callbacks look it up: a host that no callback has would be silently ignored. */
const mapped = z.string().transform((host, context) => {
  const key = hostMapKey(host);
  if (key !== undefined) return key;
  context.addIssue(
    'must be a host name or an address, such as shop.test or shop.test:8080, without scheme, path and wildcard',
  );
  return z.NEVER;
});

export const hostMap = z
  .union([z.record(z.string(), z.string()), list.transform(pairs)], 'must be a list such as app=127.0.0.1')
  .pipe(z.record(mapped, hostAndPort));

export const token = z.string().regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 printable ASCII characters');

// A name is a path segment, in which `.` and `..` have another meaning.
const name = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must consist of A-Z a-z 0-9 . _ -')
  .refine((segment) => !/^\.+$/.test(segment), 'must have more than dots');

export const names = z.partialRecord(z.enum(mappableTokens), name).transform(definedIn);

export const methodKinds = z
  .partialRecord(z.enum(methodTokens), z.enum(['wallet', 'card']))
  .transform(definedIn);

export const profile = z.enum(profiles);

export const weather = z.enum(weathers);

export const latency = z.enum(latencies);

/** Settings are validated separately. */
export const settingsPatch = z.record(z.string(), z.unknown());

function definedIn<Value>(
  record: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((pair) => [pair.split('=', 1)[0] ?? '', pair.split('=').slice(1).join('=')]),
  );
}
