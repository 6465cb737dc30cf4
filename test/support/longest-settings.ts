import { z } from 'zod';
import { settingsSchema } from '../../src/settings/settings-schema.ts';

/** The maximum of each duration setting by dotted path, from the JSON Schema of the settings. */
export const longestSettings = new Map(limitsIn(z.toJSONSchema(settingsSchema, { io: 'input' }), []));

function limitsIn(shape: z.core.JSONSchema._JSONSchema, path: readonly string[]): [string, string][] {
  if (typeof shape === 'boolean') return [];
  const [, atMost] = /^A duration up to (\w+)/.exec(shape.description ?? '') ?? [];
  if (atMost !== undefined) return [[path.join('.'), atMost]];
  const members = Object.entries(shape.properties ?? {});
  return [
    ...members.flatMap(([name, each]) => limitsIn(each, [...path, name])),
    ...(shape.anyOf ?? []).flatMap((each) => limitsIn(each, path)),
  ];
}
