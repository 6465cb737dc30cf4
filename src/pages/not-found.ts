import type { Context } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { page } from './pages.ts';
import { readerOf } from './reader.ts';
import { testerFrame } from './tester-frame.ts';
import type { TesterFrame } from './tester-models.ts';

/** The page for a missing page or record. */
export interface NotFoundPage extends TesterFrame {
  readonly heading: string;
  readonly text: string;
}

/** The dashboard's 404 page. Only for `/_sandbox/`: it shows state that may require the token. */
export function notFoundPage(c: Context<AppEnv>, runtime: Runtime): Response {
  const reader = readerOf(c);
  const { heading, text } = reader.t.messages.noPage;
  const model: NotFoundPage = { ...testerFrame(runtime, reader, 'not-found', heading), heading, text };
  return page(c, 404, 'dashboard/not-found', model);
}
