import type { Field } from './signature.ts';
import type { SignatureScope } from './signature-layout.ts';
import type { Mistake, SignedMessage } from './signed-message.ts';

/** The field names that a gateway sends. Others belong to a framework or to the merchant. */
export const ownNames: ReadonlySet<string> = new Set([
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

export function isOwnName(name: string): boolean {
  return ownNames.has(name);
}

/** Mistakes in which fields are signed, by where they are made. */
export const scopeMistakes = {
  foreign: {
    name: 'foreign-parameters',
    explanation:
      'Parameters that are not the gateway’s (of your return_url or your framework) were signed. Leave them out.',
  },
  foreignGiven: {
    name: 'foreign-parameters',
    explanation:
      'The hash covers only the gateway’s parameters, which are all that this sandbox signs. The fields that you gave include others: leave those out.',
  },
  ownOnly: {
    name: 'own-parameters-only',
    explanation:
      'Only the gateway’s parameters were signed. The setting `signature.scope` is `all`: sign every parameter that came.',
  },
} satisfies Record<string, Mistake>;

/** The longest list of names that a sentence holds, and the longest name in it. */
const mostNamed = 5;
const longestName = 40;

/** A message in which there is nothing to sign, such as one with other names or the wrong paste. */
export function nothingSigned(foreign: readonly Field[] = []): Mistake {
  const names = [...new Set(foreign.map(([name]) => `\`${name.slice(0, longestName)}\``))];
  const shown = names.length > mostNamed ? [...names.slice(0, mostNamed), 'others'] : names;
  const has = new Intl.ListFormat('en').format(shown);
  return {
    name: 'no-gateway-parameters',
    explanation:
      names.length === 0
        ? 'It has no parameters, so there is nothing to sign.'
        : `None of the gateway’s parameters is in it; it has ${has}. Names are case-sensitive. To sign fields exactly as they are, list them one by one: \`gateway-sandbox sign x=1 y=2\`, or \`fields\` in the API.`,
  };
}

type Choice = Pick<SignedMessage, 'fields' | 'came' | 'otherwise'>;

/**
 * The fields that the sandbox signs of those that arrived: the gateway's own, or all if the scope says so. Fields
 * that the caller listed one by one are already chosen, so they are signed as they are.
 */
export function signedFields(arrived: readonly Field[], scope: SignatureScope, areListed: boolean): Choice {
  const all = fieldsOf(arrived);
  const own = fieldsOf(ownOf(arrived));
  if (all.fields.length === own.fields.length) return all;
  if (scope === 'all') return { ...all, otherwise: { ...own, mistake: scopeMistakes.ownOnly } };
  if (areListed) return { ...all, otherwise: { ...own, mistake: scopeMistakes.foreignGiven } };
  return { ...own, otherwise: { ...all, mistake: scopeMistakes.foreign } };
}

/** The gateway's own. They follow the merchant's, so of a name in both, the last is the gateway's. */
function ownOf(arrived: readonly Field[]): Field[] {
  const last = new Map(arrived.map((field) => [field[0], field]));
  return arrived.filter(
    (field) => (ownNames.has(field[0]) || field[0] === 'hashed') && field === last.get(field[0]),
  );
}

function fieldsOf(came: readonly Field[]) {
  return { came, fields: came.filter(([name]) => name !== 'hashed') };
}
