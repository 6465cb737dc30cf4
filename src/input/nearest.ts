/** No known name is longer, so longer input is not a misspelling, and comparing it would be slow. */
const longestName = 200;

/** The known name that is most similar to `name`, or undefined when none is similar enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const furthest = Math.max(2, Math.floor(name.length / 3));
  let best: { readonly each: string; readonly distance: number } | undefined;
  for (const each of known) {
    const distance = lettersApart(name.toLowerCase(), each.toLowerCase());
    if (distance <= furthest && (best === undefined || distance < best.distance)) best = { each, distance };
  }
  return best?.each;
}

/** A question to append to a refusal, with a leading space. Empty when no known name is similar. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const like = nearest(name, known);
  return like === undefined ? '' : ` Did you mean "${like}"?`;
}

/** Levenshtein distance: how many letters to add, remove or change. */
export function lettersApart(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, another] of b.entries()) {
      const changed = (previous[column] ?? 0) + (letter === another ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
