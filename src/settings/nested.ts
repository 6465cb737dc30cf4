/** The tree that dotted paths describe: `{ 'otp.lifetime': A }` is `{ otp: { lifetime: A } }`. */
export type Nested<Flat> = {
  readonly [Path in keyof Flat as Path extends `${infer First}.${string}`
    ? First
    : Path]: Path extends `${infer First}.${string}` ? Nested<Below<Flat, First>> : Flat[Path];
};

type Below<Flat, First extends string> = {
  readonly [Path in keyof Flat as Path extends `${First}.${infer Rest}` ? Rest : never]: Flat[Path];
};

type Leaf<Node> = readonly [path: string, leaf: Node];
type Members<Node> = Readonly<Record<string, Node>>;

/** Builds such a tree. `join` makes an inner node from its members. */
export function nested<Node>(
  leaves: readonly Leaf<Node>[],
  join: (members: Members<Node>) => Node,
): Members<Node> {
  // Not Map.groupBy: this runs while the package loads, and Node 20 must get as far as the message that it is
  // too old.
  const names = new Set(leaves.map(([path]) => memberOf(path)));
  const members = [...names].map((name): Leaf<Node> => {
    const inside = leaves.filter(([path]) => memberOf(path) === name);
    const below = inside.map(([path, leaf]): Leaf<Node> => [path.slice(name.length + 1), leaf]);
    return inside.find(([path]) => path === name) ?? [name, join(nested(below, join))];
  });
  return Object.fromEntries(members);
}

function memberOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}
