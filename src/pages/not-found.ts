import type { Context } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { page } from './pages.ts';
import { testerFrame } from './tester-frame.ts';
import type { NotFoundPage } from './tester-models.ts';
import { words } from './words/words.ts';

/** The 404 of the tester's pages. Call it under `/_sandbox/` only: it shows state that may need the token. */
export function notFoundPage(c: Context<AppEnv>, runtime: Runtime): Response {
  const { heading, text } = words.en.messages.noPage;
  const model: NotFoundPage = { ...testerFrame(runtime, 'not-found', heading), heading, text };
  return page(c, 404, 'dashboard/not-found', model);
}
