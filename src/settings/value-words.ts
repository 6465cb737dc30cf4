import { z } from 'zod';
import * as kinds from './kinds.ts';
import type { Setting } from './setting.ts';

/** The parts of JSON Schema that the configuration uses. */
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

/** Formats a literal value, such as between backticks in Markdown. */
type Literal = (text: string) => string;

/** A description of the values that a setting accepts. */
export function valuesOfSetting({ takes }: Setting): string {
  // `Shape` covers everything that zod generates for a setting.
  return valuesIn(z.toJSONSchema(takes(kinds), { io: 'input', unrepresentable: 'any' }) as Shape);
}

/** A description of the values that a config member accepts. */
export function valuesIn(shape: Shape, literal: Literal = (text) => text): string {
  const whole = solid(shape);
  const orNull = whole === shape ? '' : `, or ${literal('null')}`;
  return `${kindOf(whole, literal)}${orNull}`;
}

/** The schema without the null that means "off". */
export function solid(shape: Shape): Shape {
  return (
    shape.anyOf?.find(({ type }) => type !== 'null' && shape.anyOf?.some((each) => each.type === 'null')) ??
    shape
  );
}

function kindOf(shape: Shape, literal: Literal): string {
  const [, atMost] = /^A duration up to (\w+)/.exec(shape.description ?? '') ?? [];
  if (atMost !== undefined) return `a duration up to ${literal(atMost)}`;
  if (shape.enum) return shape.enum.map((value) => literal(String(value))).join(', ');
  if (shape.anyOf?.some(({ type }) => type === 'boolean')) return trueOrFalse(literal);
  if (shape.anyOf) return [...new Set(shape.anyOf.map((each) => kindOf(each, literal)))].join(' or ');
  if (shape.properties) return literal(`{${Object.keys(shape.properties).join(', ')}}`);
  if (shape.type === 'boolean') return trueOrFalse(literal);
  if (shape.type === 'integer' || shape.type === 'number') return bounds(shape);
  if (shape.type === 'array') return shape.items?.type === 'array' ? 'a list of pairs' : 'a list of texts';
  if (shape.type === 'object') return 'an object';
  return 'a text';
}

function trueOrFalse(literal: Literal): string {
  return `${literal('true')}, ${literal('false')}`;
}

function bounds({ minimum, maximum }: Shape): string {
  const isOpen = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER;
  if (isOpen(maximum)) return isOpen(minimum) ? 'a whole number' : `a whole number from ${minimum} on`;
  return `a whole number from ${minimum} to ${maximum}`;
}
