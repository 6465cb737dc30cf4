import { didYouMean } from '../input/nearest.ts';
import { judgeAmount } from '../protocol/amount.ts';
import { durationMs } from '../protocol/duration.ts';
import { WrongUsage } from './control-client.ts';

/** Parses a duration to milliseconds. Throws `WrongUsage`. */
export function msOf(flag: string, text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms <= 600_000) return ms;
  throw new WrongUsage(
    `--${flag} ${JSON.stringify(text)} is not a duration such as 2s or 500ms, at most 10m.`,
  );
}

/** Parses `--timeout` to milliseconds. Throws `WrongUsage`. */
export function timeoutOf(text: string): number {
  const ms = msOf('timeout', text);
  if (ms === 0) throw new WrongUsage(`--timeout ${JSON.stringify(text)} leaves no time at all.`);
  return ms;
}

/** Throws `WrongUsage` unless the flag is absent or an http or https address. */
export function mustBeUrl(flag: string, url: string | undefined): void {
  if (url === undefined || (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url))) return;
  throw new WrongUsage(`--${flag} ${JSON.stringify(url)} is not an http or https address.`);
}

/** Checks only the format: the sandbox enforces the maximum. */
export function mustBeAmount(text: string): void {
  const verdict = judgeAmount(text, Number.POSITIVE_INFINITY);
  if ('amount' in verdict) return;
  const what = verdict.code === 'AMOUNT_NOT_ALLOWED' ? 'is not more than zero' : 'is not an amount';
  throw new WrongUsage(`--amount ${JSON.stringify(text)} ${what}: write it as 10, 10.5 or 10.50.`);
}

/** Checks a value against the allowed words. Throws `WrongUsage`. */
export function oneOf<Word extends string>(flag: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new WrongUsage(
    `--${flag} ${JSON.stringify(value)} is not one of ${words.join(', ')}.${didYouMean(value, words)}`,
  );
}
