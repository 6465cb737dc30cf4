import type { Context } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { page } from './pages.ts';
import { readerOf } from './reader.ts';
import { testerFrame } from './tester-frame.ts';
import type { NotFoundPage } from './tester-models.ts';

/** The dashboard's 404 page. Only for `/_sandbox/`: it shows state that may require the token. */
export function notFoundPage(c: Context<AppEnv>, runtime: Runtime): Response {
  const reader = readerOf(c);
  const { heading, text } = reader.t.messages.noPage;
  const model: NotFoundPage = { ...testerFrame(runtime, reader, 'not-found', heading), heading, text };
  return page(c, 404, 'dashboard/not-found', model);
}
