const proto = '__proto__';

/**
 * The path of a member called `__proto__` at any depth, or undefined. zod ignores such a member in some
 * places and reports it in others. Here it is an unknown member like any other.
 */
export function pathOfProto(value: unknown): readonly string[] | undefined {
  // A list instead of recursion: deeply nested input must not overflow the stack.
  const left: Place[] = [{ value, name: '', inside: undefined }];
  // The options of `startSandbox` may be circular.
  const seen = new Set<unknown>();
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (typeof place.value !== 'object' || place.value === null || seen.has(place.value)) continue;
    seen.add(place.value);
    const inside = place;
    if (Object.hasOwn(place.value, proto)) return [...namesTo(inside), proto];
    for (const [name, each] of Object.entries(place.value))
      if (typeof each === 'object') left.push({ value: each, name, inside });
  }
  return undefined;
}

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly inside: Place | undefined;
}

function namesTo(place: Place): string[] {
  const names: string[] = [];
  for (let at: Place | undefined = place; at?.inside !== undefined; at = at.inside) names.push(at.name);
  return names.reverse();
}
