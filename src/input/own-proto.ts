const proto = '__proto__';

/**
 * The path of a member that is called `__proto__`, at any depth; undefined when there is none. zod passes over such a member in some
 * places and reports it in others; here it is an unknown member like any other.
 */
export function pathOfProto(value: unknown): readonly string[] | undefined {
  // A list of what is left to look at: nested input must not exhaust the stack.
  const left: Place[] = [{ value, name: '', inside: undefined }];
  // The options of `startSandbox` can contain themselves.
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
