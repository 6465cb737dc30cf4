import type { Json } from '../../src/control-api/openapi/schemas.ts';

/** The TypeScript type of a JSON Schema, as it is written in a declaration. Named schemas are referred to by their names. */
export function typeOf(schema: Json): string {
  const reference = schema.$ref;
  if (typeof reference === 'string') return reference.slice(reference.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((each) => JSON.stringify(each)));
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return unionOf(either);
  if (isDuration(schema)) return 'Duration';
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  return ofKind(schema);
}

/** The members of an object type, each on a line of its own with its description above it. */
export function membersOfObject(schema: Json, indent: string): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(propertiesOf(schema))
    .map(([name, member]) => {
      const told = typeof member.description === 'string' && !isDuration(member);
      const above = told ? `${indent}/** ${member.description} */\n` : '';
      return `${above}${indent}readonly ${name}${required.has(name) ? '' : '?'}: ${typeOf(member)};`;
    })
    .join('\n');
}

function ofKind(schema: Json): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return 'unknown';
  }
}

function arrayOf({ prefixItems, items }: Json): string {
  if (Array.isArray(prefixItems)) return `readonly [${prefixItems.map((each) => typeOf(each)).join(', ')}]`;
  // An array of anything has no schema for its items.
  return `readonly (${typeOf((items ?? {}) as Json)})[]`;
}

function objectOf(schema: Json): string {
  const { properties, additionalProperties: rest } = schema;
  if (properties !== undefined) {
    const open = isSchema(rest) ? ` readonly [name: string]: ${typeOf(rest)};` : '';
    return `{ ${membersOfObject(schema, '').replaceAll('\n', ' ')}${open} }`;
  }
  return `Readonly<Record<string, ${isSchema(rest) ? typeOf(rest) : 'unknown'}>>`;
}

/** Closed objects exclude each other: what has the members of one has none of another. */
function unionOf(schemas: readonly Json[]): string {
  const closed = schemas.every(
    ({ type, additionalProperties }) => type === 'object' && additionalProperties === false,
  );
  if (!closed) return union(schemas.map((each) => typeOf(each)));
  const names = new Set(schemas.flatMap((each) => Object.keys(propertiesOf(each))));
  return union(
    schemas.map((each) => {
      const others = [...names]
        .filter((name) => !(name in propertiesOf(each)))
        .map((name) => ` readonly ${name}?: never;`);
      return `${typeOf(each).slice(0, -2)}${others.join('')} }`;
    }),
  );
}

function propertiesOf({ properties }: Json): Readonly<Record<string, Json>> {
  // What JSON Schema calls properties are schemas by their names.
  return (properties ?? {}) as Readonly<Record<string, Json>>;
}

function isDuration({ type }: Json): boolean {
  return Array.isArray(type) && type.join() === 'string,number';
}

/** A schema that says something: `{}` and `false` say no more than that there may be other members. */
function isSchema(schema: unknown): schema is Json {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
