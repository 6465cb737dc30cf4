/**
 * A JSON type. A string is a name: `string`, `number`, `boolean`, `null`, `time`, `unknown`, a value such as
 * `="always"`, or another shape; `|` separates alternatives. `[shape]` is a list. An object lists its
 * members: `name?` for an optional one, `*` for any other.
 */
export type Shape = string | readonly [Shape] | Either | ObjectShape;

interface Either {
  readonly '|': readonly Shape[];
}

interface ObjectShape {
  readonly [name: string]: Shape;
}

type Shapes = Readonly<Record<string, Shape>>;

/** Deeper than anything that the sandbox stores, but shallow enough for recursive functions. */
const mostDepth = 200;

/** Path of the first mismatch, such as `data.0.id`. Empty for the value itself, undefined without one. */
export function mismatchIn(value: unknown, shape: Shape, shapes: Shapes): string | undefined {
  return mismatch(value, shape, { shapes, path: [] })?.join('.');
}

interface Place {
  readonly shapes: Shapes;
  readonly path: readonly string[];
}

function mismatch(value: unknown, shape: Shape, place: Place): readonly string[] | undefined {
  if (place.path.length > mostDepth) return place.path.slice(0, 3);
  if (typeof shape === 'string') return ofText(value, shape, place);
  if (isList(shape)) return ofList(value, shape[0], place);
  if (isEither(shape)) return ofEither(value, shape, place);
  return ofObject(value, shape, place);
}

function ofText(value: unknown, shape: string, place: Place): readonly string[] | undefined {
  if (shape.includes('|') && !shape.startsWith('=')) return ofAny(value, shape.split('|'), place);
  if (shape === 'unknown') return ofUnknown(value, place);
  const named = place.shapes[shape];
  if (named !== undefined) return mismatch(value, named, place);
  return isOfKind(value, shape) ? undefined : place.path;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind.startsWith('=')) return JSON.stringify(value) === kind.slice(1);
  if (kind === 'null') return value === null;
  if (kind === 'time') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return typeof value === kind;
}

/** For alternatives with a `type`: an object of an unknown type may have any members. */
function ofEither(value: unknown, either: Either, place: Place): readonly string[] | undefined {
  const kinds = kindsOf(either, place.shapes);
  if (kinds === undefined) return ofAny(value, either['|'], place);
  if (typeof value !== 'object' || value === null || !('type' in value)) return place.path;
  if (typeof value.type !== 'string') return [...place.path, 'type'];
  const known = kinds.find(({ type }) => type === `=${JSON.stringify(value.type)}`);
  return known ? ofObject(value, known, place) : ofUnknown(value, place);
}

/** The alternatives that `type` distinguishes. Undefined if one has no `type`. */
function kindsOf({ '|': alternatives }: Either, shapes: Shapes): ObjectShape[] | undefined {
  const kinds: ObjectShape[] = [];
  for (const each of alternatives) {
    const shape = typeof each === 'string' ? (shapes[each] ?? each) : each;
    if (typeof shape === 'string' || isList(shape)) return undefined;
    const found = isEither(shape) ? kindsOf(shape, shapes) : [shape];
    if (!found?.every(({ type }) => typeof type === 'string' && type.startsWith('='))) return undefined;
    kinds.push(...found);
  }
  return kinds;
}

/** If no alternative matches, reports the deepest mismatch: it is most likely in the intended one. */
function ofAny(value: unknown, alternatives: readonly Shape[], place: Place): readonly string[] | undefined {
  let deepest: readonly string[] = place.path;
  for (const each of alternatives) {
    const found = mismatch(value, each, place);
    if (found === undefined) return undefined;
    if (found.length > deepest.length) deepest = found;
  }
  return deepest;
}

function ofList(value: unknown, item: Shape, place: Place): readonly string[] | undefined {
  if (!Array.isArray(value)) return place.path;
  for (const [at, each] of value.entries()) {
    const found = mismatch(each, item, inside(place, String(at)));
    if (found) return found;
  }
  return undefined;
}

function ofObject(value: unknown, members: ObjectShape, place: Place): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return place.path;
  const absent = Object.keys(members).find((name) => !/[?*]$/.test(name) && !Object.hasOwn(value, name));
  if (absent !== undefined) return [...place.path, absent];
  for (const [name, each] of Object.entries(value)) {
    const found = mismatch(each, shapeOf(members, name), inside(place, name));
    if (found) return found;
  }
  return undefined;
}

function shapeOf(members: ObjectShape, name: string): Shape {
  const key = [name, `${name}?`, '*'].find((each) => Object.hasOwn(members, each));
  return (key !== undefined && members[key]) || 'unknown';
}

/** Accepts anything that is not nested too deeply. */
function ofUnknown(value: unknown, place: Place): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? ofList(value, 'unknown', place) : ofObject(value, {}, place);
}

function inside({ shapes, path }: Place, name: string): Place {
  return { shapes, path: [...path, name] };
}

function isEither(shape: Shape): shape is Either {
  return typeof shape === 'object' && '|' in shape;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
