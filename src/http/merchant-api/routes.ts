import type { Context, Hono } from 'hono';
import type { Runtime } from '../../runtime.ts';
import { type AppEnv, connectionOf } from '../connection.ts';
import { readBytes } from '../read-bytes.ts';
import { type ApiRequest, largestBodyBytes } from './inquiry.ts';
import { type Served, serveMerchant } from './serve.ts';

/** Everything under `/api/`, whatever its path or method: all of it is checked, answered in the envelope and logged. */
export function merchantApi(app: Hono<AppEnv>, runtime: Runtime, trustProxy: boolean): void {
  const handler = async (c: Context<AppEnv>) =>
    response(await serveMerchant(runtime, await requestOf(c, trustProxy)));
  app.all('/api', handler);
  app.all('/api/*', handler);
}

async function requestOf(c: Context<AppEnv>, trustProxy: boolean): Promise<ApiRequest> {
  const { path, query, remoteAddress, isHttps } = connectionOf(c, trustProxy);
  const body = await readBytes(c.req.raw, largestBodyBytes);
  return { method: c.req.method, path, query, headers: c.req.raw.headers, remoteAddress, isHttps, body };
}

// Headers go with the answer: one that is set afterwards leaves the server's fast path.
function response({ status, body, headers, requestId, assumptions }: Served): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...headers,
      ...(requestId !== undefined && { 'X-Sandbox-Request-Id': String(requestId) }),
      ...(assumptions.length > 0 && { 'X-Sandbox-Assumption': assumptions.join(', ') }),
    },
  });
}
