import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { controlDocument } from '../../src/control-api/openapi/control.ts';
import type { Json } from '../../src/control-api/openapi/schemas.ts';
import { controlOperations } from '../../src/control-api/operations.ts';
import { membersOfObject, typeOf } from './json-schema-type.ts';

const head = `// Made from the control API's operations by \`npm run docs\`; a test fails when it is out of date.
import type { Duration } from '../protocol/duration.ts';
import type { Settings } from '../settings/settings.ts';

/** A page of a list, newest first; \`next\` is the \`cursor\` of the page after it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}`;

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Json;
  }[];
  readonly requestBody?: { readonly required: boolean } & Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Json } };
}

/** The control API as plain TypeScript types, for clients that must not load Zod: shapes, operations and routes. */
export function contractModule(): string {
  return formatted(contract());
}

function contract(): string {
  // Our own document: `control.ts` has just made it.
  const { components, paths } = controlDocument() as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, Json>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const shapes = Object.entries(components.schemas).filter(
    ([name]) => name !== 'Settings' && name !== 'Refusal',
  );
  const described = controlOperations.map(({ id, method, path, status = 200 }) => {
    const operation = paths[`/_sandbox/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method];
    if (operation === undefined) throw new Error(`${id} is not in the OpenAPI document`);
    return { id, route: `'${method.toUpperCase()}', '${path}'`, lines: linesOf(operation, status) };
  });
  return [
    head,
    ...shapes.map(([name, schema]) => shapeOf(name, schema)),
    `/** What each operation takes and answers. */\nexport interface Operations {\n${described.map(({ id, lines }) => `  readonly ${id}: {\n${lines}\n  };`).join('\n')}\n}`,
    `/** Method and path of each operation, below \`/_sandbox/api\`. */\nexport const routes: { readonly [Id in keyof Operations]: readonly [method: string, path: string] } = {\n${described.map(({ id, route }) => `  ${id}: [${route}],`).join('\n')}\n};`,
  ].join('\n\n');
}

function shapeOf(name: string, schema: Json): string {
  const page = pageOf(schema);
  if (page !== undefined) return `export type ${name} = Page<${page}>;`;
  if (schema.type === 'object' && schema.properties !== undefined && schema.additionalProperties === false)
    return `export interface ${name} {\n${membersOfObject(schema, '  ')}\n}`;
  return `export type ${name} = ${typeOf(schema)};`;
}

/** The type of a list's items, where a schema is that of a list with a cursor. */
function pageOf({ properties }: Json): string | undefined {
  // What JSON Schema calls properties are schemas by their names.
  const { data, next, ...others } = (properties ?? {}) as Readonly<Record<string, Json>>;
  if (data?.items === undefined || next === undefined || Object.keys(others).length > 0) return undefined;
  return typeOf(data.items as Json);
}

function linesOf({ parameters = [], requestBody, responses }: Described, status: number): string {
  const inPath = parameters
    .filter((each) => each.in === 'path')
    .map(({ name }) => `readonly ${name}: string`);
  const inQuery = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, required, schema }) => `readonly ${name}${required ? '' : '?'}: ${queryType(schema)}`);
  const body = schemaIn(requestBody);
  return [
    `    readonly params: ${object(inPath)};`,
    `    readonly query: ${object(inQuery)};`,
    `    readonly body: ${body ? `${typeOf(body)}${requestBody?.required ? '' : ' | undefined'}` : 'undefined'};`,
    `    readonly answer: ${typeOf(schemaIn(responses[status]) ?? {})};`,
  ].join('\n');
}

/** In a query everything is text; what has rules of its own there may be given as a number too. */
function queryType(schema: Json): string {
  const type = typeOf(schema);
  return type === 'unknown' || type === 'number' ? 'string | number' : type;
}

function object(members: readonly string[]): string {
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${members.join('; ')} }`;
}

function schemaIn(content: Content | undefined): Json | undefined {
  return content?.content?.['application/json'].schema;
}

/** As `npm run format` leaves it. */
function formatted(code: string): string {
  const root = join(import.meta.dirname, '../..');
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr, status } = spawnSync(
    execPath,
    [biome, 'format', '--stdin-file-path=src/client/contract.ts'],
    { cwd: root, input: code, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Biome cannot format the contract: ${stderr}`);
  return stdout;
}
