import { expect, it } from 'vitest';
import { z } from 'zod';
import { parsed } from '../../src/control-api/input.ts';
import { operations } from '../../src/control-api/operations.ts';

const wrongValues: readonly unknown[] = [
  ...[null, true, 0, 5, -1, 1.5, 1e17, '', 'x', 'x'.repeat(5000), '%', [], [5], Array(5000).fill('x')],
  ...[{}, { a: 5 }, { past_timeout: '100ms' }, { hang: true, after: 5 }, { http_status: 500, body: 'xml' }],
];

it.each(Object.entries(operations))('%s refuses wrong values in words of its own', (_id, operation) => {
  const { body, query } = operation as { readonly body?: z.ZodType; readonly query?: z.ZodType };
  const refusals = [body, query].flatMap((schema) => (schema ? refusalsOf(schema) : []));
  expect(refusals.filter((each) => /Invalid|Too |received|expected/.test(each))).toEqual([]);
});

function refusalsOf(schema: z.ZodType): string[] {
  const members = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return [{}, ...members.flatMap((name) => wrongValues.map((value) => ({ [name]: value })))].flatMap(
    (value) => {
      try {
        parsed(schema, value, 'body');
        return [];
      } catch (error) {
        return [`${JSON.stringify(value).slice(0, 80)}: ${(error as Error).message.slice(0, 300)}`];
      }
    },
  );
}
