import { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { Field } from '../../spec/signature.ts';
import { diagnose } from '../../spec/signature-doctor.ts';
import { invalid } from './control-error.ts';
import { operation } from './operation.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const checkSchema = z.strictObject({
  fields: z
    .union([z.record(z.string(), scalar), z.array(z.tuple([z.string(), scalar]))])
    .transform((fields): readonly Field[] => (Array.isArray(fields) ? fields : Object.entries(fields)))
    .optional(),
  query: z.string().optional(),
  body: z.string().optional(),
  hashed: z.string().optional(),
  secret_key: z.string().optional(),
  account: z.string().optional(),
});

type Check = z.output<typeof checkSchema>;

const ownNames: ReadonlySet<string> = new Set([
  'gateway',
  'approved',
  'canceled',
  'invoice_no',
  'amount',
  'currency',
  'paymet_method',
  'payment_method',
  'transaction_id',
]);

/** The right `hashed` of fields, and what is wrong with a given one. */
export const signatureOperations = [
  operation({
    id: 'checkSignature',
    method: 'post',
    path: '/signature/check',
    summary: 'The right signed string and `hashed`, and what is wrong with a given one, by name',
    body: checkSchema,
    answer: z.object({
      signed_string: z.string(),
      hashed: z.string(),
      matches: z.boolean().nullable(),
      mistakes: z.array(z.object({ name: z.string(), explanation: z.string() })).readonly(),
    }),
    run: ({ runtime }, { body }) => {
      const came = cameOf(body);
      const { signedString, hashed, matches, mistakes } = diagnose({
        fields: came.filter(([name]) => name !== 'hashed'),
        came,
        hashed: body.hashed ?? came.find(([name]) => name === 'hashed')?.[1],
        ...keysOf(runtime, body),
        layout: runtime.settings.current.signature.layout,
        body: body.body,
        ownNames,
      });
      return { signed_string: signedString, hashed, matches, mistakes };
    },
  }),
];

/** The fields in the order in which they came, from whichever form was pasted. */
function cameOf({ fields, query, body }: Check): readonly Field[] {
  const given = [fields, query, body].filter((form) => form !== undefined);
  if (given.length !== 1) throw invalid('body', 'must have exactly one of fields, query, body');
  if (fields) return fields;
  if (query !== undefined) {
    // A whole URL or path may be pasted; a question mark further on belongs to a value.
    const start = /^((https?:\/)?\/[^?#\s]*)?\?/i;
    return [...new URLSearchParams(query.trim().replace(start, '').replace(/#.*$/s, ''))];
  }
  return jsonFields(body ?? '');
}

/** Members of a JSON text in their order; numbers and booleans by their text. */
function jsonFields(body: string): readonly Field[] {
  const parsed = parseJson(body);
  const shape = z.record(z.string(), scalar).safeParse(parsed);
  if (!shape.success) throw invalid('body', 'must be a JSON object of texts, numbers and booleans');
  return Object.entries(shape.data);
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
  return { secretKey, otherKeys: new Map(others) };
}
