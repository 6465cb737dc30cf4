import { configJsonSchema } from '../../src/config/config-schema.ts';
import { code } from './markdown.ts';

/** As far as the config's JSON Schema goes. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

// What zod makes of the config has no more to it than `Shape` says.
const configShape = configJsonSchema() as Shape;

/** What the switch of the settings with this dotted path takes, in words. */
export function valuesOf(path: string): string {
  return valuesIn(shapeAt(['settings', ...path.split('.')]));
}

export function shapeAt(path: readonly string[]): Shape {
  return path.reduce<Shape>((at, member) => solid(at).properties?.[member] ?? {}, configShape);
}

export function valuesIn(shape: Shape): string {
  const whole = solid(shape);
  const orNull = whole === shape ? '' : ', or `null`';
  return `${kindOf(whole)}${orNull}`;
}

function kindOf(shape: Shape): string {
  const [, atMost] = /^A duration up to (\w+)/.exec(shape.description ?? '') ?? [];
  if (atMost !== undefined) return `a duration up to ${code(atMost)}`;
  if (shape.enum) return shape.enum.map((value) => code(String(value))).join(', ');
  if (shape.anyOf?.some(({ type }) => type === 'boolean')) return '`true`, `false`';
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kindOf))].join(' or ');
  if (shape.properties) return `\`{${Object.keys(shape.properties).join(', ')}}\``;
  if (shape.type === 'boolean') return '`true`, `false`';
  if (shape.type === 'integer' || shape.type === 'number') return bounds(shape);
  if (shape.type === 'array') return 'a list of texts';
  if (shape.type === 'object') return 'an object';
  return 'a text';
}

function bounds({ minimum, maximum }: Shape): string {
  const isOpen = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER;
  if (isOpen(maximum)) return isOpen(minimum) ? 'a whole number' : `a whole number from ${minimum} on`;
  return `a whole number from ${minimum} to ${maximum}`;
}

/** Without the null that stands for "off". */
function solid(shape: Shape): Shape {
  return (
    shape.anyOf?.find(({ type }) => type !== 'null' && shape.anyOf?.some((each) => each.type === 'null')) ??
    shape
  );
}
