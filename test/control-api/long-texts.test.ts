import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { controlOperations } from '../../src/control-api/operations.ts';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** The paths of strings in a schema. `*` is any name, and `{name}` the name itself. */
function textsIn(schema: Json, path: Path = []): Path[] {
  const { type, properties = {}, items, additionalProperties: rest, propertyNames: names } = schema;
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(isSchema);
  const own = [type].flat().includes('string') && schema.enum === undefined && schema.const === undefined;
  return [
    ...(own ? [path] : []),
    ...parts.flatMap((each) => textsIn(each, path)),
    ...Object.entries(properties as object).flatMap(([name, each]) => textsIn(each, [...path, name])),
    ...(isSchema(items) ? textsIn(items, [...path, '0']) : []),
    ...(isSchema(rest) ? textsIn(rest, [...path, '*']) : []),
    ...(isSchema(names) ? [[...path, '{name}']] : []),
  ];
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body with the text at this path and nothing else. */
function bodyWith([name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (name === '{name}') return { [text]: '1' };
  const inner = bodyWith(rest, text);
  return name === '0' ? [inner] : { [name === '*' ? 'name' : name]: inner };
}

/** Longer than anything the sandbox keeps, in the formats of the control API. */
const longTexts = [
  'a'.repeat(300_000),
  '0'.repeat(300_000),
  `${'0'.repeat(300_000)}1s`,
  `1.1.1.1/${'0'.repeat(300_000)}8`,
  `http://app.test/${'a'.repeat(300_000)}`,
];

/** What else a body needs, so that only the text is refused. */
const besides: Readonly<Record<string, object>> = { addFault: { effect: { code: 'BACKEND_ERROR' } } };

const places = controlOperations.flatMap(({ id, method, path, body }) =>
  body === undefined
    ? []
    : textsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json).map(
        (place) => [`${id} ${place.join('.')}`, { id, method, path, place }] as const,
      ),
);

describe('A text that is too long is refused, in few words, wherever the control API takes one', () => {
  it('finds the texts of faults, accounts, callbacks and settings', () => {
    const found = places.map(([title]) => title);
    expect(found).toContain('addFault match.invoice_no');
    expect(found).toContain('createAccount ip_whitelist.entries.0');
    expect(found).toContain('resendCallback fields.*');
    expect(found).toContain('changeSettings otp.codes.{name}');
  });

  it.each(places)('%s', async (_title, { id, method, path, place }) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.control('checkouts/token-1/approve', {});
    const ids = { '/checkouts': 'token-1', '/accounts': 'demo' };
    const own = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? '1';
    const at = path.slice(1).replace(':id', own);
    for (const text of longTexts) {
      const body = { ...besides[id], ...(bodyWith(place, text) as object) };
      const answer = await sandbox.control(at, body, method.toUpperCase());
      expect(answer.text.length, text.slice(0, 20)).toBeLessThan(1000);
      // A gateway or method may also be refused because of the checkout's state.
      expect([400, 409]).toContain(answer.status);
    }
  });
});
