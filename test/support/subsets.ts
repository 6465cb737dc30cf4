/** All subsets of some names, the empty one first. */
export function subsets<Name extends string>(names: readonly Name[]): Name[][] {
  const [first, ...others] = names;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((set) => [set, [first, ...set]]);
}
