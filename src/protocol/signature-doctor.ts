import { createHash } from 'node:crypto';
import { encodeQuery, hashOf, signedString } from './signature.ts';
import { signatureLayouts } from './signature-layout.ts';
import { knownMistakes, type Mistake, type SignedMessage } from './signature-mistakes.ts';

export interface Diagnosis {
  readonly signedString: string;
  readonly hashed: string;
  readonly matches: boolean;
  /** Empty when the hash matches, when none was given, or when no known mistake explains it. */
  readonly mistakes: readonly Mistake[];
}

/** The right string and hash. Explains a wrong hash by repeating each common mistake until one matches. */
export function diagnose(signed: SignedMessage): Diagnosis {
  const message = signedString(signed.fields, signed.layout);
  const right = hashOf(message, signed.secretKey);
  const { hashed } = signed;
  const matches = hashed === right;
  const ofHash = hashed === undefined || matches ? [] : mistakesOf(signed, hashed);
  const known = new Set(ofHash.map(({ name }) => name));
  const ofString = builtMistakes(signed, message).filter(({ name }) => !known.has(name));
  return { signedString: message, hashed: right, matches, mistakes: [...ofHash, ...ofString] };
}

/** What is wrong with the string itself, whichever key signs it. */
function builtMistakes(signed: SignedMessage, message: string): Mistake[] {
  const { built, hashed } = signed;
  if (built === undefined) return [];
  if (built === message) return isHashOfOtherKey(signed, message, hashed) ? [wrongKey] : [];
  const otherLayout = layoutMistake(signed, (text) => text === built);
  if (otherLayout) return [otherLayout];
  const plain = encodeQuery(signed.fields);
  const found = knownMistakes
    .filter(({ strings }) => strings(signed).some((text) => text !== plain && text === built))
    .map(({ name, explanation }) => ({ name, explanation }));
  return built.trim() === message ? [...found, spaceAround] : found;
}

const wrongKey: Mistake = {
  name: 'wrong-key',
  explanation:
    'The string is right, and the hash is not: it was made with another key, or by another function.',
};

const spaceAround: Mistake = {
  name: 'string-with-space',
  explanation: 'The string has spaces or line breaks around it. Sign it without them.',
};

/** Whether the string is right but the hash is wrong, and no named mistake explains it. */
function isHashOfOtherKey(signed: SignedMessage, message: string, hashed: string | undefined): boolean {
  if (hashed === undefined) return false;
  const given = hashed.trim().toUpperCase();
  return given !== hashOf(message, signed.secretKey) && keyMistakes(signed, given).length === 0;
}

function mistakesOf(signed: SignedMessage, given: string): Mistake[] {
  const { fields, secretKey, layout } = signed;
  const message = signedString(fields, layout);
  const upper = given.trim().toUpperCase();
  const found = keyMistakes(signed, upper);
  const otherLayout = layoutMistake(signed, (text) => hashOf(text, secretKey) === upper);
  if (otherLayout) return [...formMistakes(given), otherLayout];
  // A string in the original order is not one of these mistakes, whatever the layout.
  const plain = encodeQuery(fields);
  const explains = (text: string) => text !== plain && hashOf(text, secretKey) === upper;
  for (const { name, explanation, strings } of knownMistakes) {
    if (strings(signed).some(explains)) found.push({ name, explanation });
  }
  return found.length > 0 || upper === hashOf(message, secretKey) ? [...formMistakes(given), ...found] : [];
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

/** The right string with another key, or hashed without HMAC. */
function keyMistakes(signed: SignedMessage, upper: string): Mistake[] {
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
  return found;
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
