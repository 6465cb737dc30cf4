import { z } from 'zod';
import { isObject } from '../input/paths.ts';
import { differenceWords, firstDifference } from '../protocol/first-difference.ts';
import { namesHash, queryIn, signedPart } from '../protocol/pasted.ts';
import type { Field } from '../protocol/signature.ts';
import { diagnose } from '../protocol/signature-doctor.ts';
import { noMessage, signedFields } from '../protocol/signed-fields.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { invalid } from './control-error.ts';
import { operation } from './operation.ts';

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

const checkSchema = z.strictObject({
  fields: z
    .union([members, pairs], 'must be an object of texts, or a list of [name, value]')
    .optional()
    .describe('Signed exactly as given, in their order. In the other forms, `signature.scope` decides'),
  query: text.optional().describe('A query or a whole URL, as it arrived'),
  body: text.optional().describe('A JSON body, as it arrived'),
  request: text.optional().describe('A whole HTTP request: request line, headers, body'),
  hashed: text.optional(),
  built: text.optional().describe('The string that your own code built and signed'),
  secret_key: text.min(1, 'must not be empty').optional(),
  account: z.string().optional(),
});

type Check = z.output<typeof checkSchema>;

/** Where the string that was built first differs from the right one. */
const differenceAnswer = z.object({
  position: z.int(),
  field: z.string().nullable(),
  explanation: z.string(),
});

export const mistakeAnswer = z.object({ name: z.string(), explanation: z.string() });

export const signatureCheck = z.object({
  signed_string: z.string(),
  hashed: z.string().describe('The right one'),
  matches: z.boolean(),
  mistakes: z.array(mistakeAnswer).readonly(),
  difference: differenceAnswer.optional(),
});

/** Computes the right `hashed` of fields and explains a wrong one. */
export const signatureOperations = {
  checkSignature: operation({
    method: 'post',
    path: '/signature/check',
    isReadOnly: true,
    summary: 'The correct signed string and `hashed`, and the named mistakes in a given one',
    body: checkSchema,
    anyNames: true,
    answer: signatureCheck,
    run: ({ runtime }, { body }) => {
      const arrived = arrivedOf(body);
      const isUnread = body.hashed === undefined && isUnreadMessage(body, arrived);
      const { layout, scope } = runtime.settings.current.signature;
      const { signedString, hashed, matches, mistakes } = diagnose({
        ...signedFields(isUnread ? [] : arrived, scope, body.fields !== undefined),
        hashed: body.hashed ?? arrived.find(([name]) => name === 'hashed')?.[1],
        ...keysOf(runtime, body),
        layout,
        body: bodyOf(body),
        built: body.built,
      });
      const difference = differenceShape(signedString, body.built);
      return {
        signed_string: signedString,
        hashed,
        matches,
        mistakes: isUnread ? [noMessage] : mistakes,
        ...(difference && { difference }),
      };
    },
  }),
};

/** The fields in the order in which they arrived. */
function arrivedOf(check: Check): readonly Field[] {
  const arrived = fieldsOf(check);
  const given = (['fields', 'query', 'body', 'request'] as const).find((name) => check[name] !== undefined);
  const characters = arrived.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (characters > mostCharacters) throw invalid(given ?? 'body', tooLong);
  if (arrived.length > mostFields) throw invalid(given ?? 'body', `must have at most ${mostFields} fields`);
  return arrived;
}

/** The fields of the form that was pasted. */
function fieldsOf(check: Check): readonly Field[] {
  const { fields, query, body, request } = check;
  const given = [fields, query, body, request].filter((form) => form !== undefined);
  if (given.length !== 1) throw invalid('body', 'must have exactly one of fields, query, body, request');
  if (fields) return fields;
  if (query !== undefined) return queryFields(query);
  if (request === undefined) return jsonFields(body ?? '');
  const part = signedPart(request);
  if (!part)
    throw invalid(
      'request',
      'is not an HTTP request: a request begins with a line such as GET /path?query HTTP/1.1',
    );
  return 'body' in part ? jsonFields(part.body) : queryFields(part.query);
}

/** Whether a text has a hash, and neither that nor the invoice number, which every message has, could be read. */
function isUnreadMessage({ query, body, request }: Check, arrived: readonly Field[]): boolean {
  const isRead = arrived.some(([name]) => name === 'hashed' || name === 'invoice_no');
  return !isRead && namesHash(query ?? body ?? request ?? '');
}

function queryFields(query: string): readonly Field[] {
  return [...new URLSearchParams(queryIn(query))];
}

/** The JSON text, if there is one. */
function bodyOf({ body, request }: Check): string | undefined {
  const part = request === undefined ? undefined : signedPart(request);
  return part && 'body' in part ? part.body : body;
}

function differenceShape(signedString: string, built: string | undefined) {
  const difference = built === undefined ? undefined : firstDifference(signedString, built);
  if (!difference) return undefined;
  const { position, field = null } = difference;
  return { position, field, explanation: differenceWords(difference) };
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

function keysOf({ store }: Runtime, { account, secret_key: given }: Check) {
  const all = store.accounts.all();
  const chosen = account === undefined ? all[0] : all.find(({ id }) => id === account);
  if (!chosen) throw invalid('account', 'names no account');
  const secretKey = given ?? chosen.secretKey;
  const others = all
    .filter((each) => each.secretKey !== secretKey)
    .map((each) => [each.id, each.secretKey] as const);
  const credentials = new Map([
    ['API key', chosen.apiKey],
    ['test access token', chosen.accessTokens.test],
    ['live access token', chosen.accessTokens.live],
  ]);
  return { secretKey, otherKeys: new Map(others), credentials };
}
