import type { Change } from './changes.ts';

/** The fewest of these changes with which something works, or undefined when it does not work with all of them. */
export async function neededChanges(
  all: readonly Change[],
  works: (changes: readonly Change[]) => Promise<boolean>,
): Promise<readonly Change[] | undefined> {
  if (!(await works(all))) return undefined;
  let needed = all;
  for (const change of all) {
    const fewer = needed.filter((each) => each !== change);
    if (await works(fewer)) needed = fewer;
  }
  return needed;
}
