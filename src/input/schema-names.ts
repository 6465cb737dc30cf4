import { z } from 'zod';

/** The members that a schema allows at this path. */
export function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.core.JSONSchema._JSONSchema | undefined = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  for (const step of path) {
    if (typeof at !== 'object') return [];
    at =
      at.properties?.[String(step)] ??
      (Array.isArray(at.items) ? undefined : at.items) ??
      at.additionalProperties;
  }
  if (typeof at !== 'object') return [];
  const { properties = {}, propertyNames } = at;
  const tokens = typeof propertyNames === 'object' ? propertyNames.enum : undefined;
  return [...Object.keys(properties), ...(tokens ?? []).map(String)];
}
