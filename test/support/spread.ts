import { env } from 'node:process';

/** True in `npm run test:all`, which tries every case of lists and products that `npm test` only samples. */
export const triesAll = env.TEST_ALL === '1';

/** At most `count` of these cases, evenly spread, with the first and the last one. In `npm run test:all`, all. */
export function spread<Case>(cases: readonly Case[], count: number): readonly Case[] {
  const last = cases.length - 1;
  if (triesAll || cases.length <= count) return cases;
  const step = (index: number) => Math.floor((index * (count - 1)) / last);
  return cases.filter((_, index) => step(index) !== step(index - 1));
}

/** Combinations in which each value of both lists occurs. In `npm run test:all`, all combinations. */
export function crossed<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
): readonly (readonly [One, Other])[] {
  const isShorter = ones.length < others.length;
  return ones.flatMap((one, row) =>
    others
      .filter(
        (_, column) =>
          triesAll || (isShorter ? column % ones.length === row : row % others.length === column),
      )
      .map((other) => [one, other] as const),
  );
}

/**
 * One of `parts` shares of these cases, so that tests in a row try all of them together. In `npm run
 * test:all`, each test tries all.
 */
export function share<Case>(cases: readonly Case[], turn: number, parts: number): readonly Case[] {
  return triesAll ? cases : cases.filter((_, index) => index % parts === turn % parts);
}
