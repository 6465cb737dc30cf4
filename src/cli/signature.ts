import { text } from 'node:stream/consumers';
import type { CheckSignatureBody, SignatureCheck } from '../client/contract.ts';
import { pastedAs } from '../protocol/pasted.ts';
import { namesHash } from '../protocol/text-readings.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { coloured, oneLine, pairs, show } from './output.ts';

interface SignatureFlags extends ControlFlags {
  readonly hashed?: string;
  readonly secretKey?: string;
  readonly account?: string;
  readonly built?: string;
}

/** Prints the signed string and its `hashed`. */
export async function sign(given: readonly string[], flags: SignatureFlags): Promise<void> {
  const verdict = await check(await formOf(given), flags);
  show(flags, verdict, () =>
    [
      ...(signsNothing(verdict) ? [...mistakesOf(verdict), ''] : []),
      pairs([
        ['signed string', verdict.signed_string || '(empty)'],
        ['hashed', verdict.hashed],
      ]),
    ].join('\n'),
  );
}

/** Checks a `hashed` and the string that was built. Exit code 1 if either is wrong. */
export async function verify(given: readonly string[], flags: SignatureFlags): Promise<void> {
  const verdict = await check(await formOf(given), flags);
  if (verdict.given === null && verdict.mistakes.length === 0)
    throw new WrongUsage('There is no hashed to check. Add it to the fields, or set it with --hashed HEX.');
  const isRight = verdict.matches && !verdict.difference;
  show(flags, verdict, () => (isRight ? coloured('green', rightWords(flags)) : explained(verdict)));
  if (!isRight) process.exitCode = 1;
}

async function check(form: CheckSignatureBody, flags: SignatureFlags): Promise<SignatureCheck> {
  return controlClient(flags).call('checkSignature', {
    body: {
      ...form,
      hashed: flags.hashed,
      secret_key: flags.secretKey,
      account: flags.account,
      built: flags.built,
    },
  });
}

/** The message has nothing to sign, so any `hashed` is beside the point. */
function signsNothing({ signed_string: signedString }: SignatureCheck): boolean {
  return signedString === '';
}

function mistakesOf({ mistakes }: SignatureCheck): string[] {
  return mistakes.map(({ name, explanation }) => oneLine(`${name}: ${explanation}`));
}

function rightWords({ built }: SignatureFlags): string {
  return built === undefined
    ? 'hashed is right.'
    : 'hashed is right, and so is the string that your code built.';
}

function wrongWords(verdict: SignatureCheck): string {
  if (signsNothing(verdict)) return 'There is nothing to verify.';
  const names = verdict.mistakes.map(({ name }) => name);
  if (names.includes('sorted-text') || names.includes('escaped-text'))
    return 'The text that you gave is not as it arrived.';
  if (names.includes('unclear-text')) return 'hashed is wrong, or the text was not read as it arrived.';
  return verdict.matches
    ? 'hashed is right, but the string that your code built is not.'
    : 'hashed is wrong.';
}

function explained(verdict: SignatureCheck): string {
  const { signed_string: signedString, hashed, difference } = verdict;
  const found = mistakesOf(verdict);
  return [
    coloured('red', wrongWords(verdict)),
    ...(found.length === 0 ? ['None of the common mistakes leads to it.'] : found),
    ...(difference ? [oneLine(difference.explanation)] : []),
    '',
    pairs([
      ['signed string', signedString || '(empty)'],
      ['right hashed', signsNothing(verdict) ? undefined : hashed],
    ]),
  ].join('\n');
}

/** The input as an HTTP request, a JSON body, a query string, a URL, or single fields. */
async function formOf(given: readonly string[]): Promise<CheckSignatureBody> {
  const [first = ''] = given;
  if (given.length === 1) {
    const pasted = first === '-' ? (await text(process.stdin)).trim() : first;
    const form = pastedAs(pasted);
    if (first === '-' || !('query' in form) || /[?&]/.test(pasted) || namesHash(pasted)) return form;
  }
  return { fields: given.map(fieldOf) };
}

function fieldOf(each: string): [name: string, value: string] {
  const at = each.indexOf('=');
  if (at < 1) throw new WrongUsage(`${JSON.stringify(each)} is not a field of the form name=value.`);
  return [each.slice(0, at), each.slice(at + 1)];
}
