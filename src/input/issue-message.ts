import type { z } from 'zod';

/** Why a value does not fit its schema, to go on from its name: the schema's own words, or the person's for what zod says of itself. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid option|Too)\b/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return 'must not be empty';
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_small' && isNumber) return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && isNumber) return `must be at most ${issue.maximum}`;
  return issue.message;
}
