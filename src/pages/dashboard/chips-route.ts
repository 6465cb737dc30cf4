import type { Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { chipsOf } from '../chips.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';

/** Only the chips: an open page reloads them when the state they show has changed. */
export function chipsRoute(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/chips', (c) => {
    const reader = readerOf(c);
    return page(c, 200, 'parts/chips', { lang: reader.lang, chips: chipsOf(runtime, reader) });
  });
}
