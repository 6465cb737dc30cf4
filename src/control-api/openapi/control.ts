import type { z } from 'zod';
import { version } from '../../host/paths.ts';
import { refusalAnswer } from '../answers.ts';
import { type NamedOperation, operationsByNoun } from '../operations.ts';
import { importedAnswer } from '../snapshots.ts';
import { namedAnswers, namedInputs } from './names.ts';
import { componentsOf, type Json, membersOf } from './schemas.ts';
import { snapshotFilePaths } from './snapshot-file.ts';

/** The control API as OpenAPI 3.1, generated from its operations. */
export function controlDocument(): Json {
  const operations = Object.values(operationsByNoun).flat();
  const queries = queriesOf(operations);
  const taken = componentsOf({ ...namedInputs, ...bodiesOf(operations), ...queries }, 'input');
  const answered = componentsOf({ ...namedAnswers, ...answersOf(operations) }, 'output');
  const bodies = Object.entries(taken.schemas).filter(([name]) => !Object.hasOwn(queries, name));
  const paths: Record<string, Record<string, Json>> = {};
  for (const [noun, each] of Object.entries(operationsByNoun)) {
    for (const operation of each) {
      const path = `/_sandbox/api${operation.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = {
        ...paths[path],
        [operation.method]: describe(operation, noun, taken, answered.of),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'gateway-sandbox: the control API',
      version,
      description:
        'Everything that a person can do on a page of the sandbox. Lists are newest first by default; times are ISO 8601 by the ' +
        'sandbox’s clock; durations are "10m", "90s", "250ms" or milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // A token is needed only if machines other than the sandbox's own can connect.
    security: [{}, { token: [] }],
    tags: Object.keys(operationsByNoun).map((name) => ({ name })),
    paths: { ...paths, ...otherPaths(answered.of) },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...answered.schemas, ...Object.fromEntries(bodies) },
    },
  };
}

type Reference = (schema: z.ZodType) => Json;

function describe(
  operation: NamedOperation,
  noun: string,
  { of: body, schemas }: ReturnType<typeof componentsOf>,
  answer: Reference,
): Json {
  const { id, summary, status = 200, refusals = [] } = operation;
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = membersOf(schemas[queryName(id)] ?? {}).map((member) => ({ ...member, in: 'query' }));
  const parameters = [...inPath, ...inQuery];
  const refused = content(answer(refusalAnswer));
  return {
    operationId: id,
    summary,
    tags: [noun],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: { required: !operation.body.safeParse({}).success, ...content(body(operation.body)) },
    }),
    responses: {
      [status]: { description: summary, ...content(answer(operation.answer)) },
      ...Object.fromEntries(refusals.map((each) => [each, { description: refusalTexts[each], ...refused }])),
      default: {
        description:
          'Refused: a part of the request does not fit; with 503 `STORAGE_FAILED`, nothing can be stored now',
        ...refused,
      },
    },
  };
}

const refusalTexts = {
  404: 'There is nothing with this id',
  409: 'Its state does not allow this',
  410: 'It is no longer kept',
} as const;

function bodiesOf(operations: readonly NamedOperation[]) {
  return Object.fromEntries(
    operations.flatMap(({ id, body }) => (body ? [[`${capitalized(id)}Body`, body] as const] : [])),
  );
}

/** Queries have names only while the document is generated: it lists their members one by one. */
function queriesOf(operations: readonly NamedOperation[]) {
  return Object.fromEntries(
    operations.flatMap(({ id, query }) => (query ? [[queryName(id), query] as const] : [])),
  );
}

function queryName(id: string): string {
  return `${capitalized(id)}Query`;
}

function answersOf(operations: readonly NamedOperation[]) {
  return Object.fromEntries(operations.map(({ id, answer }) => [`${capitalized(id)}Answer`, answer]));
}

const health: Json = {
  operationId: 'getHealth',
  summary: 'Whether the sandbox responds and can store data',
  tags: ['state'],
  security: [],
  responses: {
    200: { description: 'It does', ...content(healthSchema('ok')) },
    503: {
      description: 'It cannot store data; the message says why if no token is needed',
      ...content(healthSchema('failing', { message: { type: 'string' } })),
    },
  },
};

const streamWords =
  'The events, each with its id. Without one: `gap`, first, where events behind the cursor are no longer kept; ' +
  '`request.logged`, for whom `type` names it, whenever the request log has grown. `connected`, first, for whom ' +
  '`type` names it: its `run` differs after each start, and its id is the cursor that the stream goes on from';

const openApiDocument = {
  type: 'object',
  required: ['openapi'],
  properties: { openapi: { type: 'string' } },
};
const plainText = { content: { 'text/plain': { schema: { type: 'string' } } } };

/** What is served alongside the API operations. */
function otherPaths(answer: Reference): Readonly<Record<string, Json>> {
  const refused = { description: 'Refused', ...content(answer(refusalAnswer)) };
  const responses = (description: string, type: string, schema: Json) => ({
    200: { description, content: { [type]: { schema } } },
    default: refused,
  });
  return {
    '/_sandbox/health': { get: health },
    '/_sandbox/api/openapi.json': { get: documentOf('getOpenApi', 'This document') },
    '/_sandbox/api/backup': {
      get: {
        operationId: 'getBackup',
        summary: 'Everything that is stored, as a data file',
        tags: ['state'],
        responses: responses('A data file to start a sandbox with', 'application/vnd.sqlite3', {
          type: 'string',
          format: 'binary',
        }),
      },
    },
    ...snapshotFilePaths(refused, answer(importedAnswer)),
    '/_sandbox/openapi/merchant.json': { get: documentOf('getMerchantOpenApi', 'The merchant API’s') },
    '/_sandbox/llms.txt': { get: documentOf('getLlmsText', 'llms.txt: the product on one page', plainText) },
    '/_sandbox/events': {
      get: {
        operationId: 'streamEvents',
        summary: 'The event log as Server-Sent Events, from Last-Event-ID, else from `after`, else from now',
        tags: ['events'],
        parameters: [
          { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } },
          { name: 'after', in: 'query', schema: { type: 'string' } },
          { name: 'type', in: 'query', schema: { type: 'string' } },
        ],
        responses: responses(streamWords, 'text/event-stream', { type: 'string' }),
      },
    },
  };
}

function healthSchema(status: 'ok' | 'failing', more: Json = {}): Json {
  const properties = { status: { const: status }, version: { type: 'string' }, ...more };
  return { type: 'object', required: ['status', 'version'], properties };
}

function documentOf(operationId: string, summary: string, body = content(openApiDocument)): Json {
  return { operationId, summary, tags: ['state'], responses: { 200: { description: summary, ...body } } };
}

function content(schema: Json): Json {
  return { content: { 'application/json': { schema } } };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
