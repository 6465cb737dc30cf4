import { configJsonSchema } from '../../src/config/config-schema.ts';
import { type Shape, solid, valuesIn as valuesInWords } from '../../src/settings/value-words.ts';
import { code } from './markdown.ts';

export type { Shape };

// zod's schema of the config stays within `Shape`.
const configShape = configJsonSchema() as Shape;

/** The accepted values of the setting with this dotted path, in words. */
export function valuesOf(path: string): string {
  return valuesIn(shapeAt(['settings', ...path.split('.')]));
}

export function shapeAt(path: readonly string[]): Shape {
  return path.reduce<Shape>((at, member) => solid(at).properties?.[member] ?? {}, configShape);
}

export function valuesIn(shape: Shape): string {
  return valuesInWords(shape, code);
}
