/** Results of a 3-D Secure challenge. The first two pay. With `no-answer`, the bank never answers. */
export const challengeResults = [
  'authenticated',
  'attempted',
  'failed',
  'unavailable',
  'rejected',
  'no-answer',
] as const;

export type ChallengeResult = (typeof challengeResults)[number];
