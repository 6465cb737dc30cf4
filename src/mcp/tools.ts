import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Asked, OperationId } from '../client/connection.ts';
import { inputSchema, type Json, membersOf } from '../control-api/openapi/schemas.ts';
import { controlOperations, type NamedOperation } from '../control-api/operations.ts';

/** A control API operation as a tool. The members of its path, query and body form one object. */
export interface OperationTool {
  readonly tool: Tool;
  readonly id: OperationId;
  readonly isReadOnly: boolean;
  /** Builds the operation's input from the arguments of a call. The sandbox validates the values. */
  readonly asked: (given: Readonly<Record<string, unknown>>) => Asked<OperationId>;
}

export const operationTools: ReadonlyMap<string, OperationTool> = new Map(
  controlOperations.map((operation) => [operation.id, toolOf(operation)]),
);

function toolOf(operation: NamedOperation): OperationTool {
  const { id, method, summary, path } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const query = membersOf(operation.query ? inputSchema(operation.query) : {});
  const body = membersOf(operation.body ? inputSchema(operation.body) : {});
  const isReadOnly = method === 'get' || operation.isReadOnly === true;
  const properties: Record<string, Json> = {
    ...Object.fromEntries(inPath.map((name) => [name, { type: 'string' }])),
    ...Object.fromEntries([...query, ...body].map(({ name, schema }) => [name, schema])),
  };
  const required = [...query, ...body].filter((member) => member.required).map(({ name }) => name);
  return {
    tool: {
      name: id,
      description: summary,
      inputSchema: { type: 'object', properties, required: [...inPath, ...required] },
      annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
    },
    // `OperationId` is generated from these operations.
    id: id as OperationId,
    isReadOnly,
    asked: (given) => split(given, inPath, new Set(query.map(({ name }) => name)), operation),
  };
}

/** Unknown arguments go into the body or the query, so the sandbox refuses them by name. */
function split(
  given: Readonly<Record<string, unknown>>,
  inPath: readonly string[],
  inQuery: ReadonlySet<string>,
  { body }: NamedOperation,
): Asked<OperationId> {
  const parts: Record<'params' | 'query' | 'body', Record<string, unknown>> = {
    params: {},
    query: {},
    body: {},
  };
  for (const [name, value] of Object.entries(given)) {
    if (inPath.includes(name)) parts.params[name] = typeof value === 'number' ? String(value) : value;
    else if (body && !inQuery.has(name)) define(parts.body, name, value);
    // Models send null for omitted arguments, and a query can't contain null.
    else if (value !== null) define(parts.query, name, value);
  }
  const { params, query } = parts;
  // Not validated here: the connection and the sandbox refuse wrong values.
  return { params, query, ...(body && { body: parts.body }) } as Asked<OperationId>;
}

/** Defines a member of any name. Assigning to `__proto__` wouldn't create a member. */
function define(members: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, enumerable: true, configurable: true });
}
