import { createHash } from 'node:crypto';
import { beforeReordering } from './sent-order.ts';
import { hashOf, signedString } from './signature.ts';
import { signatureLayouts } from './signature-layout.ts';
import { knownMistakes, sortedText } from './signature-mistakes.ts';
import { nothingSigned } from './signed-fields.ts';
import type { Mistake, SignedMessage } from './signed-message.ts';

export interface Diagnosis {
  readonly signedString: string;
  readonly hashed: string;
  readonly matches: boolean;
  /** Empty when the hash matches, when none was given, or when no known mistake explains it. */
  readonly mistakes: readonly Mistake[];
}

/** The right string and hash. Explains a wrong hash by repeating each common mistake until one matches. */
export function diagnose(signed: SignedMessage): Diagnosis {
  const sent = beforeReordering(signed);
  if (!sent) return diagnoseAsGiven(signed);
  const diagnosis = diagnoseAsGiven(sent);
  const { matches, mistakes } = diagnosis;
  const isExplained = matches || mistakes.length > 0 || isOfTheText(signed);
  return {
    ...diagnosis,
    matches: false,
    mistakes: [sortedText, ...mistakes, ...(isExplained ? [] : [unexplained])],
  };
}

/** Whether the hash in question, if there is one, was made from the text as it was given. */
function isOfTheText(signed: SignedMessage): boolean {
  const { hashed } = signed;
  return hashed === undefined || diagnoseAsGiven(signed).matches || hashMistakes(signed, hashed).length > 0;
}

function diagnoseAsGiven(signed: SignedMessage): Diagnosis {
  const message = signedString(signed.fields, signed.layout);
  const right = hashOf(message, signed.secretKey);
  const { hashed, built } = signed;
  // A hash of nothing proves nothing, even if it is right.
  if (message === '')
    return {
      signedString: message,
      hashed: right,
      matches: false,
      mistakes: [nothingSigned(signed.otherwise?.fields)],
    };
  const matches = hashed === right;
  const ofHash = hashed === undefined || matches ? [] : hashMistakes(signed, hashed);
  const isUnexplained = hashed !== undefined && !matches && ofHash.length === 0;
  if (built === message && isUnexplained) ofHash.push(wrongKey);
  const known = new Set(ofHash.map(({ name }) => name));
  const ofString = built === undefined || built === message ? [] : builtMistakes(signed, built);
  const mistakes = [...ofHash, ...ofString.filter(({ name }) => !known.has(name))];
  return { signedString: message, hashed: right, matches, mistakes };
}

const unexplained: Mistake = {
  name: 'unexplained',
  explanation:
    'The hash that you gave is wrong even for the message as it arrived, and none of the common mistakes leads to it.',
};

const wrongKey: Mistake = {
  name: 'wrong-key',
  explanation:
    'The string is right, and the hash is not: it was made with another key, or by another function.',
};

function hashMistakes(signed: SignedMessage, given: string): Mistake[] {
  const upper = given.trim().toUpperCase();
  const found = ofTheseOrOthers(signed, (each) => {
    const ofString = stringMistakes(each, (text) => hashOf(text, each.secretKey) === upper);
    return ofString ?? keyMistakes(each, upper);
  });
  return found ? [...formMistakes(given), ...found] : [];
}

/** What is wrong with the string itself, whichever key signs it. */
function builtMistakes(signed: SignedMessage, built: string): readonly Mistake[] {
  return ofTheseOrOthers(signed, (each) => stringMistakes(each, (text) => text === built)) ?? [];
}

/** Explains by the fields that are signed, else by those that a client takes by mistake. */
function ofTheseOrOthers(
  signed: SignedMessage,
  explain: (each: SignedMessage) => Mistake[] | undefined,
): Mistake[] | undefined {
  const { otherwise, ...these } = signed;
  const found = explain(signed);
  if (found || !otherwise) return found;
  const ofOthers = explain({ ...these, fields: otherwise.fields, came: otherwise.came });
  return ofOthers && [...ofOthers, otherwise.mistake];
}

/** The mistakes that make this string. Undefined when none of them does. */
function stringMistakes(signed: SignedMessage, isIt: (text: string) => boolean): Mistake[] | undefined {
  if (isIt(signedString(signed.fields, signed.layout))) return [];
  const otherLayout = layoutMistake(signed, isIt);
  if (otherLayout) return [otherLayout];
  const found = knownMistakes.filter(({ strings }) => strings(signed).some(isIt));
  return found.length === 0 ? undefined : found.map(({ name, explanation }) => ({ name, explanation }));
}

/** Finds the string in another layout. With the default layout, other mistakes explain the difference. */
function layoutMistake(
  { fields, layout }: SignedMessage,
  isIt: (text: string) => boolean,
): Mistake | undefined {
  const message = signedString(fields, layout);
  const strings =
    layout === 'encoded' ? [] : signatureLayouts.map((each) => [each, signedString(fields, each)] as const);
  const [other] = strings.find(([, text]) => text !== message && isIt(text)) ?? [];
  return (
    other && {
      name: 'other-layout',
      explanation: `The string has the layout \`${other}\`. This sandbox signs in the layout \`${layout}\`, as its setting \`signature.layout\` says.`,
    }
  );
}

/** The right string with another key, or hashed without HMAC. Undefined when it is neither. */
function keyMistakes(signed: SignedMessage, upper: string): Mistake[] | undefined {
  const { fields, layout, secretKey, otherKeys, credentials = new Map() } = signed;
  const message = signedString(fields, layout);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();
  const found: Mistake[] = [];
  const add = (isFound: boolean, name: string, explanation: string) => {
    if (isFound) found.push({ name, explanation });
  };
  for (const [name, key] of otherKeys)
    add(
      hashOf(message, key) === upper,
      'wrong-secret',
      `It was signed with the secret key of the account ${name}.`,
    );
  for (const [name, key] of credentials)
    add(
      hashOf(message, key) === upper,
      'wrong-credential',
      `It was signed with the ${name}. The key is the secret key.`,
    );
  const spaced = ['\n', '\r\n', ' '].some((end) => hashOf(message, secretKey + end) === upper);
  add(spaced, 'secret-with-space', 'The secret key had a space or a line break at its end. Trim it.');
  const decoded = (['hex', 'base64'] as const).some(
    (form) => hashOf(message, Buffer.from(secretKey, form)) === upper,
  );
  add(decoded, 'secret-decoded', 'The secret key was decoded from hex or base64. Its own text is the key.');
  const plain = [message + secretKey, secretKey + message, message].some((text) => sha256(text) === upper);
  add(plain, 'no-hmac', 'It is a plain SHA-256. Use HMAC-SHA256 with the secret key as its key.');
  return found.length === 0 ? undefined : found;
}

/** Flaws in how the hash is written, which may come on top of another mistake. */
function formMistakes(given: string): Mistake[] {
  const found: Mistake[] = [];
  if (given !== given.toUpperCase())
    found.push({
      name: 'lower-case',
      explanation: 'It is not in upper case. Convert yours before you compare.',
    });
  if (given !== given.trim())
    found.push({
      name: 'surrounding-space',
      explanation: 'It has spaces or line breaks around it. Trim it.',
    });
  return found;
}
