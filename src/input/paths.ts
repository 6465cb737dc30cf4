/** The names of the members that lead to a value. */
export type Path = readonly string[];

/** The paths of all values in a tree of objects. An empty object has none. */
export function leafPaths(tree: unknown, at: Path = []): readonly Path[] {
  if (tree === undefined) return [];
  if (!isObject(tree)) return [at];
  return Object.entries(tree).flatMap(([name, each]) => leafPaths(each, [...at, name]));
}

/** Whether a tree has a value at the path, or one above it that is no object. */
export function decides(tree: unknown, [name, ...rest]: Path): boolean {
  if (name === undefined || !isObject(tree)) return tree !== undefined;
  return Object.hasOwn(tree, name) && decides(tree[name], rest);
}

/** The tree without what decides the path, and without the objects that this empties. Undefined if nothing is left. */
export function withoutPath(tree: unknown, path: Path): unknown {
  const [name, ...rest] = path;
  if (!decides(tree, path)) return tree;
  if (name === undefined || !isObject(tree)) return undefined;
  const left = Object.entries(tree)
    .map(([each, value]) => [each, each === name ? withoutPath(value, rest) : value] as const)
    .filter(([, value]) => value !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** A tree with only this value. */
export function treeWith(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
