import { z } from 'zod';
import { isObject } from '../input/paths.ts';
import { signedPart } from '../protocol/pasted.ts';
import type { Field } from '../protocol/signature.ts';
import { isOwnName } from '../protocol/signed-fields.ts';
import { namesHash, type Reading } from '../protocol/text-readings.ts';
import { invalid } from './control-error.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

// Messages between the sandbox and a merchant are never larger, and every common mistake is tried on all of
// it.
const mostFields = 1000;
const mostCharacters = 65_536;
const tooLong = `must be at most ${mostCharacters} characters`;
const text = z.string().max(mostCharacters, tooLong);

const pairs = z.array(z.tuple([z.string(), scalar]));
// z.record would drop a field called `__proto__`.
const members = z
  .custom<object>(isObject)
  .meta({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  })
  .transform((fields) => Object.entries(fields))
  .pipe(pairs);

export const checkSchema = z.strictObject({
  fields: z
    .union([members, pairs], 'must be an object of texts, or a list of [name, value]')
    .optional()
    .describe('Signed exactly as given, in their order. In the other forms, `signature.scope` decides'),
  query: text
    .optional()
    .describe(
      'A query or a whole URL, as it arrived, or a text that holds the message, such as a line of a log',
    ),
  body: text.optional().describe('A JSON body, as it arrived, or a line of a log in JSON'),
  request: text.optional().describe('A whole HTTP request: request line, headers, body'),
  hashed: text.optional(),
  built: text.optional().describe('The string that your own code built and signed'),
  secret_key: text.min(1, 'must not be empty').optional(),
  account: z.string().optional(),
});

export type Check = z.output<typeof checkSchema>;

/** One message, or a text in which it must be found. */
export function givenIn({ fields, query, body, request }: Check): Reading | { readonly text: string } {
  const given = [fields, query, body, request].filter((form) => form !== undefined);
  if (given.length !== 1) throw invalid('body', 'must have exactly one of fields, query, body, request');
  if (fields) return { fields };
  if (query !== undefined) return { text: query };
  if (request === undefined) return givenInBody(body ?? '');
  const part = signedPart(request);
  if (!part)
    throw invalid(
      'request',
      'is not an HTTP request: a request begins with a line such as GET /path?query HTTP/1.1',
    );
  return 'body' in part ? part : { text: part.query };
}

/** A callback's body. Other JSON may have the message in it, if it has the name of the hash. */
function givenInBody(body: string): Reading | { readonly text: string } {
  const { success, data = [] } = members.safeParse(parseJson(body));
  const isBody = success && data.some(([name]) => isOwnName(name) || name === 'hashed');
  return isBody || !namesHash(body) ? { body } : { text: body };
}

/** The fields in the order in which they arrived. */
export function fieldsOf(reading: Reading, check: Check): readonly Field[] {
  const arrived = fieldsIn(reading);
  const given = (['fields', 'query', 'body', 'request'] as const).find((name) => check[name] !== undefined);
  const characters = arrived.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (characters > mostCharacters) throw invalid(given ?? 'body', tooLong);
  if (arrived.length > mostFields) throw invalid(given ?? 'body', `must have at most ${mostFields} fields`);
  return arrived;
}

function fieldsIn(reading: Reading): readonly Field[] {
  if ('fields' in reading) return reading.fields;
  return 'query' in reading ? [...new URLSearchParams(reading.query)] : jsonFields(reading.body);
}

/** The members of a JSON text in order. Numbers and booleans become text. */
function jsonFields(body: string): readonly Field[] {
  const parsed = parseJson(body);
  const shape = members.safeParse(parsed);
  if (!shape.success) throw invalid('body', 'must be a JSON object of texts, numbers and booleans');
  return shape.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, numbersAsWritten);
  } catch {
    throw invalid('body', 'is not JSON');
  }
}

/** An amount of 5.00 was signed as 5.00. */
function numbersAsWritten(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}
