import { controlDocument } from '../../src/control-api/openapi/control.ts';
import type { Json } from '../../src/control-api/openapi/schemas.ts';
import { controlOperations } from '../../src/control-api/operations.ts';
import { formatted } from './formatted.ts';

const head = `// Generated from the operations of the control API by \`npm run docs\`. A test fails when it is out of date.
import type { Operations } from './contract.ts';
import type { Shape } from './shape.ts';
`;

/** The JSON types of every answer, for clients that must not load Zod. */
export function answerShapesModule(): string {
  // Our own document: `control.ts` has just made it.
  const { components, paths } = controlDocument() as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, Json>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
  };
  const answers = controlOperations.map(({ id, method, path, status = 200 }): [string, string] => {
    const operation = paths[`/_sandbox/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method];
    return [id, nameIn(operation?.responses[status]?.content?.['application/json'].schema)];
  });
  const shapes = usedBy(new Set(answers.map(([, name]) => name)), components.schemas);
  const code = `${head}
/** What each operation answers, by the name of its shape. */
export const answers: Readonly<Record<keyof Operations, string>> = ${JSON.stringify(Object.fromEntries(answers))};

export const shapes: Readonly<Record<string, Shape>> = ${JSON.stringify(shapes)};
`;
  return formatted('src/client/answer-shapes.ts', code);
}

type Responses = Readonly<
  Record<string, { readonly content?: { readonly 'application/json': { readonly schema: Json } } }>
>;

/** The shapes of these names, and of the names in them. A set also gives the names that are added while it is read. */
function usedBy(names: Set<string>, schemas: Readonly<Record<string, Json>>): Record<string, unknown> {
  const shapes: Record<string, unknown> = {};
  for (const name of names) shapes[name] = shapeOf(schemas[name] ?? {}, (used) => names.add(used));
  return shapes;
}

/** The type without its limits: a newer sandbox may have other values. */
function shapeOf(schema: Json, use: (name: string) => void): unknown {
  if (typeof schema.$ref === 'string') {
    use(nameIn(schema));
    return nameIn(schema);
  }
  if ('const' in schema) return `=${JSON.stringify(schema.const)}`;
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return eitherOf(either.map((each) => shapeOf(each, use)));
  if (Array.isArray(schema.type))
    return eitherOf(schema.type.map((type) => shapeOf({ ...schema, type }, use)));
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? 'time' : 'string';
    case 'integer':
      return 'number';
    case 'array':
      return [shapeOf(itemsOf(schema), use)];
    case 'object':
      return objectOf(schema, use);
    default:
      return schema.type ?? 'unknown';
  }
}

function eitherOf(shapes: readonly unknown[]): unknown {
  return shapes.every((each) => typeof each === 'string') ? shapes.join('|') : { '|': shapes };
}

/** Of a tuple the first: all of ours have items of one type. */
function itemsOf({ items, prefixItems }: Json): Json {
  // JSON Schema made by Zod.
  return ((Array.isArray(prefixItems) ? prefixItems[0] : items) ?? {}) as Json;
}

function objectOf({ properties, required, additionalProperties: rest }: Json, use: (name: string) => void) {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  // JSON Schema made by Zod.
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).map(
    ([name, schema]) => [isRequired(name) ? name : `${name}?`, shapeOf(schema, use)],
  );
  const others = typeof rest === 'object' && rest !== null ? [['*', shapeOf(rest as Json, use)]] : [];
  return Object.fromEntries([...members, ...others]);
}

function nameIn(schema: Json | undefined): string {
  const reference = String(schema?.$ref);
  return reference.slice(reference.lastIndexOf('/') + 1);
}
