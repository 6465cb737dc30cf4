import type { z } from 'zod';
import { didYouMean } from './nearest.ts';
import { valueAt } from './value-at.ts';

/** Why a value is invalid, to follow its name: the schema's own message, or zod's in plainer words. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key' && issue.issues[0]) return issueMessage(issue.issues[0]);
  if (!/^(?:Invalid (?:option|input)|Too)\b/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return typeMessage(issue);
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return 'must not be empty';
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_small' && isNumber) return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && isNumber) return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must be at most ${issue.maximum} characters`;
  return issue.message;
}

/** A suggestion to follow the refusal of a word that is not among the allowed ones. Empty if none is similar. */
export function nearestAllowed(issue: z.core.$ZodIssue, whole: unknown): string {
  if (issue.code !== 'invalid_value') return '';
  const given = valueAt(whole, issue.path);
  return typeof given === 'string' && given !== '' ? didYouMean(given, issue.values.map(String)) : '';
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function typeMessage({ expected, message }: z.core.$ZodIssueInvalidType): string {
  if (message.endsWith('received undefined')) return 'is missing';
  return `must be ${kinds[expected] ?? expected}`;
}
