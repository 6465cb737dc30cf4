import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../http/connection.ts';
import type { AppParts } from '../http/parts.ts';
import { invalid } from './control-error.ts';
import { parsed, readJson, refuseMembers, refuseUnknownAccount } from './input.ts';

/** The names of a path's parameters: `id` for `/otps/:id/expire`. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A validated request to an operation. */
interface Asked<Path extends string, Query, Body> {
  readonly params: { readonly [Name in ParamOf<Path>]: string };
  readonly query: Query;
  readonly body: Body;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface Described {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly summary: string;
  /** Default: 200. */
  readonly status?: 200 | 201 | 202;
  /** Refusals besides 400: not found, not allowed in the current state, no longer kept. */
  readonly refusals?: readonly (404 | 409 | 410)[];
  /** Whether the body has members named by the sender, so that `__proto__` is an ordinary name. */
  readonly anyNames?: boolean;
  /** Marks a POST that changes nothing: it only computes or waits. */
  readonly isReadOnly?: true;
}

interface Definition<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends Described {
  readonly path: Path;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  readonly run: (
    parts: AppParts,
    asked: Asked<Path, z.output<Query>, z.output<Body>>,
  ) => z.output<Answer> | Promise<z.output<Answer>>;
}

/** One control API call. Its route, validation, OpenAPI entry and types are all derived from this. */
export interface Operation<Given = Unchecked, Answer = unknown> extends Described {
  readonly path: string;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly answer: z.ZodType;
  /**
   * Validates a request and executes it, for the route and for the forms of the pages. Throws `ControlError`.
   * Declared as a method, so that the route can pass unchecked values.
   */
  ask(parts: AppParts, given: Given): Promise<Answer>;
}

/** A request before validation. */
export interface Unchecked {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A request from a form: the names of its members are checked at compile time, their values by `ask`. */
type Given<Path extends string, Query, Body> = ([ParamOf<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: { readonly [Name in ParamOf<Path>]: string } }) & {
  readonly query?: MembersOf<Query>;
  readonly body?: MembersOf<Body>;
  readonly signal?: AbortSignal;
};
type MembersOf<Shape> = Shape extends undefined ? never : { readonly [Name in keyof Shape]?: unknown };

const nothing = z.strictObject({});

/** Defines an operation. The schemas determine its types, so a wrong response does not compile. */
export function operation<
  const Path extends string,
  Answer extends z.ZodType,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Definition<Path, Query, Body, Answer>,
): Operation<Given<Path, z.input<Query>, z.input<Body>>, z.output<Answer>> {
  const { query, body, run, anyNames = false } = definition;
  return {
    ...definition,
    query,
    body,
    ask: async (parts, { params = {}, signal = new AbortController().signal, ...given }: Unchecked) => {
      // The route fills every parameter of the path, and an absent schema has the default type above.
      const asked = {
        params,
        query: parsed(query ?? nothing, given.query === undefined ? {} : given.query, 'query'),
        body: body
          ? parsed(body, given.body === undefined ? {} : given.body, 'body', { anyNames })
          : refuseMembers(given.body, query ?? nothing),
        signal,
      } as Asked<Path, z.output<Query>, z.output<Body>>;
      if (definition.method !== 'get') refuseUnknownAccount(parts.runtime, asked.query);
      return await run(parts, asked);
    },
  };
}

/** The query parameters. Empty ones count as absent in lists, but a change for "" is not one for all. */
function queryOf(c: Context<AppEnv>): Readonly<Record<string, string>> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
    for (const [name, texts] of Object.entries(c.req.queries())) {
      if (texts.length > 1) throw invalid(name.slice(0, 100), 'must be given once');
      if (texts[0] === '') throw invalid(name.slice(0, 100), 'must not be empty');
    }
  const filled = Object.entries(c.req.query()).filter(([, text]) => text !== '');
  // Hono's object cannot hold a parameter with this name.
  const proto = c.req.query('__proto__');
  return Object.fromEntries(proto ? [...filled, ['__proto__', proto]] : filled);
}

export function mount(app: Hono<AppEnv>, parts: AppParts, operations: readonly Operation[]): void {
  for (const operation of operations)
    app.on(operation.method, operation.path, (c) => serve(c, parts, operation));
}

async function serve(c: Context<AppEnv>, parts: AppParts, { ask, status = 200 }: Operation) {
  const answer = await ask(parts, {
    params: c.req.param(),
    query: queryOf(c),
    body: await readJson(c),
    signal: c.req.raw.signal,
  });
  // The response's schema has already typed it.
  return c.json(answer as object, status);
}
