import { z } from 'zod';
import { differenceWords, firstDifference } from '../protocol/first-difference.ts';
import { diagnose } from '../protocol/signature-doctor.ts';
import { signedFields } from '../protocol/signed-fields.ts';
import { diagnoseText, type Judged } from '../protocol/text-doctor.ts';
import type { Reading } from '../protocol/text-readings.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { invalid } from './control-error.ts';
import { operation } from './operation.ts';
import { type Check, checkSchema, fieldsOf, givenIn } from './signature-check.ts';

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
  given: z.string().nullable().describe('The hash that was compared: `hashed` of the message or of the call'),
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
      const given = givenIn(body);
      const judge = (reading: Reading) => judged(runtime, body, reading);
      const {
        signedString,
        hashed,
        given: compared = null,
        matches,
        mistakes,
      } = 'text' in given ? diagnoseText(given.text, judge) : judge(given);
      const difference = differenceShape(signedString, body.built);
      return {
        signed_string: signedString,
        hashed,
        given: compared,
        matches,
        mistakes,
        ...(difference && { difference }),
      };
    },
  }),
};

/** The verdict about a message, read in one way. */
function judged(runtime: Runtime, check: Check, reading: Reading): Judged {
  const { layout, scope } = runtime.settings.current.signature;
  const arrived = fieldsOf(reading, check);
  const hashed = check.hashed ?? arrived.find(([name]) => name === 'hashed')?.[1];
  const diagnosis = diagnose({
    ...signedFields(arrived, scope, check.fields !== undefined),
    hashed,
    ...keysOf(runtime, check),
    layout,
    body: 'body' in reading ? reading.body : undefined,
    built: check.built,
  });
  return { ...diagnosis, arrived, given: hashed };
}

function differenceShape(signedString: string, built: string | undefined) {
  const difference = built === undefined ? undefined : firstDifference(signedString, built);
  if (!difference) return undefined;
  const { position, field = null } = difference;
  return { position, field, explanation: differenceWords(difference) };
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
