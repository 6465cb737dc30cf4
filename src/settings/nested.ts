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

/** Builds such a tree; `join` makes an inner node from its members. */
export function nested<Node>(
  leaves: readonly Leaf<Node>[],
  join: (members: Members<Node>) => Node,
): Members<Node> {
  const byMember = Map.groupBy(leaves, ([path]) => path.split('.', 1)[0] ?? '');
  const members = [...byMember].map(([name, inside]): Leaf<Node> => {
    const below = inside.map(([path, leaf]): Leaf<Node> => [path.slice(name.length + 1), leaf]);
    return inside.find(([path]) => path === name) ?? [name, join(nested(below, join))];
  });
  return Object.fromEntries(members);
}
