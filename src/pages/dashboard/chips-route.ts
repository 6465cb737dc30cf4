import type { Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { isoTime } from '../../protocol/time.ts';
import { chipsOf } from '../chips.ts';
import { page } from '../pages.ts';
import { railCountsOf } from '../rail-counts.ts';
import { readerOf } from '../reader.ts';

/** Only the chips, the rail's counts and the sandbox's time: an open page reloads them when what they show has changed. */
export function chipsRoute(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/chips', (c) => {
    const reader = readerOf(c);
    const account = c.req.query('account') ?? '';
    return page(c, 200, 'parts/standing', {
      lang: reader.lang,
      account,
      now: isoTime(runtime.clock.now()),
      isFrozen: runtime.clock.frozen,
      chips: chipsOf(runtime, reader),
      railCounts: railCountsOf(runtime, { ...reader, account }),
    });
  });
}
