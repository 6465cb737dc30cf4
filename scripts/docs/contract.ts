import { controlDocument } from '../../src/control-api/openapi/control.ts';
import type { Json } from '../../src/control-api/openapi/schemas.ts';
import { controlOperations } from '../../src/control-api/operations.ts';
import { formatted } from './formatted.ts';
import { Types } from './json-schema-type.ts';

const head = `// Generated from the operations of the control API by \`npm run docs\`. A test fails when it is out of date.
import type { GatewayToken } from '../gateways/gateway.ts';
import type { EventType } from '../journal/event-type.ts';
import type { Duration } from '../protocol/duration.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';
import type { Mode, Named, PaymentMethod } from './words.ts';

/** A page of a list, newest first; \`next\` is the \`cursor\` of the page after it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}`;

/** Components that have a TypeScript type of their own; `Refusal` is what becomes a `SandboxError`. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ...['DeliveryOrder', 'ErrorCode', 'EventType', 'GatewayToken', 'Mode', 'Tampering'].map(
    (name) => [name, name] as const,
  ),
  ['GatewayName', 'Named<GatewayToken>'],
  ['MethodName', 'Named<PaymentMethod>'],
  ['WaitTime', 'Duration'],
  ['Refusal', 'never'],
]);

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean } & Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Json } };
}

/** The control API as plain TypeScript types, for clients that must not load Zod: shapes, operations and routes. */
export function contractModule(): string {
  return formatted('src/client/contract.ts', contract());
}

function contract(): string {
  // Our own document: `control.ts` has just made it.
  const { components, paths } = controlDocument() as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, Json>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const types = new Types(components.schemas, elsewhere);
  const described = controlOperations.map(({ id, method, path, status = 200 }) => {
    const operation = paths[`/_sandbox/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method];
    if (operation === undefined) throw new Error(`${id} is not in the OpenAPI document`);
    return {
      id,
      route: `'${method.toUpperCase()}', '${path}'`,
      lines: linesOf(types, operation, status),
    };
  });
  return [
    head,
    ...types.declarations(),
    `/** What each operation takes and answers. */\nexport interface Operations {\n${described.map(({ id, lines }) => `  readonly ${id}: {\n${lines}\n  };`).join('\n')}\n}`,
    `/** Method and path of each operation, below \`/_sandbox/api\`. */\nexport const routes: { readonly [Id in keyof Operations]: readonly [method: string, path: string] } = {\n${described.map(({ id, route }) => `  ${id}: [${route}],`).join('\n')}\n};`,
  ].join('\n\n');
}

/** The parts that an operation takes, optional where it can do without them, and its answer. */
function linesOf(types: Types, { parameters = [], requestBody, responses }: Described, status: number) {
  const part = (place: 'path' | 'query') => objectOf(parameters.filter((each) => each.in === place));
  const [inPath, inQuery, body] = [part('path'), part('query'), schemaIn(requestBody)];
  const line = (name: string, schema: Json, isRequired = true) =>
    `    readonly ${name}${isRequired ? '' : '?'}: ${types.of(schema)};`;
  return [
    ...(inPath ? [line('params', inPath)] : []),
    ...(inQuery ? [line('query', inQuery, inQuery.required.length > 0)] : []),
    ...(body ? [line('body', body, requestBody?.required)] : []),
    line('answer', schemaIn(responses[status]) ?? {}),
  ].join('\n');
}

function objectOf(parameters: readonly Parameter[]) {
  if (parameters.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function schemaIn(content: Content | undefined): Json | undefined {
  return content?.content?.['application/json'].schema;
}
