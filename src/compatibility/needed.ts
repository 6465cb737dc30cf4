import type { Change } from './changes.ts';

/** The smallest set of these changes that makes something work. Undefined if not even all of them do. */
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
