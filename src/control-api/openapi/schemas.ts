import { z } from 'zod';

/** A JSON Schema, or any other part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** Omits what tells readers nothing, and `readOnly`, which means something else in OpenAPI. */
const told = {
  unrepresentable: 'any',
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    delete jsonSchema.readOnly;
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const;

/** Named schemas, either as accepted (`input`) or as returned (`output`). */
export function componentsOf(named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...told, io, uri: reference });
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]): [string, Json] => [
        id,
        schema,
      ]),
    ),
    /** The reference to a named schema. */
    of: (schema: z.ZodType): Json => ({ $ref: reference(registry.get(schema)?.id ?? '') }),
  };
}

/** The members of an object schema. */
export function membersOf({ properties, required }: Json): readonly {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}[] {
  // Zod generates this JSON Schema, and its object members are never `true` or `false`.
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>);
  return members.map(([name, schema]) => ({
    name,
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));
}

/** The schema of an input on its own, with named schemas inlined. */
export function inputSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { ...told, io: 'input' });
}

function reference(id: string): string {
  return `#/components/schemas/${id}`;
}
