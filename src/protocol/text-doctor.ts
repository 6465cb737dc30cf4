import type { Field } from './signature.ts';
import type { Diagnosis } from './signature-doctor.ts';
import { isOwnName } from './signed-fields.ts';
import type { Mistake } from './signed-message.ts';
import { isAlone, namesHash, type Reading, readingsIn, unescaped } from './text-readings.ts';

/** The diagnosis of a message that was read in one way. */
export interface Judged extends Diagnosis {
  readonly arrived: readonly Field[];
  /** The hash in question, of the message or given apart. */
  readonly given: string | undefined;
}

/**
 * Judges a text that may hold more than the message. A hash is called wrong only where no other reading is
 * possible, and right only if the message is read as the text has it.
 */
export function diagnoseText(text: string, judge: (reading: Reading) => Judged): Judged {
  const found = best(readingsIn(text).map(judge));
  if (isExplained(found)) return found;
  const plain = best(readingsIn(unescaped(text)).map(judge));
  if (isExplained(plain)) return { ...plain, matches: false, mistakes: [escapedText, ...plain.mistakes] };
  const read = best([found, plain]);
  if (isUnread(read, text)) return { ...judge({ fields: [] }), mistakes: [noMessage] };
  const isWrong = read.given !== undefined && read.signedString !== '';
  return isWrong && !isAlone(text) ? { ...read, mistakes: [unclearText] } : read;
}

/** The text has a hash, but the message that belongs to it could not be read. */
function isUnread({ arrived, given, signedString }: Judged, text: string): boolean {
  const names = arrived.map(([name]) => name);
  const isRead =
    signedString === '' ? names.includes('hashed') && isAlone(text) : names.includes('invoice_no');
  return !isRead && namesHash(text) && (signedString === '' || given === undefined);
}

/** The reading that explains the hash, else the one with most of the gateway's parameters. */
function best(all: readonly Judged[]): Judged {
  const most = () => all.reduce((one, other) => (ownCount(other) > ownCount(one) ? other : one));
  return all.find(({ matches }) => matches) ?? all.find(isExplained) ?? most();
}

function ownCount({ arrived }: Judged): number {
  return new Set(arrived.map(([name]) => name).filter((name) => isOwnName(name) || name === 'hashed')).size;
}

function isExplained({ matches, mistakes, signedString }: Diagnosis): boolean {
  return matches || (signedString !== '' && mistakes.length > 0);
}

const escapedText: Mistake = {
  name: 'escaped-text',
  explanation:
    'The hash fits only without the escapes in the text that you gave, which are those of HTML, a shell, or a log. If your app receives the message like this, something escapes it once too often.',
};

const unclearText: Mistake = {
  name: 'unclear-text',
  explanation:
    'The hash does not fit what was read from the text that you gave, but that text has more than the message in it. Give the query, the form, or the JSON body alone, as it arrived.',
};

const noMessage: Mistake = {
  name: 'no-message',
  explanation:
    'The text has the word `hashed`, but no message of the gateway could be read from it. Give the query, the form, or the JSON body alone, as it arrived.',
};
