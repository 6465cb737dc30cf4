import type { Hono } from 'hono';
import { z } from 'zod';
import { isoTime } from '../../clock.ts';
import { settingMs } from '../../settings.ts';
import { duration } from '../../settings-schema.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { jsonBody } from './input.ts';

const advanceSchema = z.strictObject({ by: duration });
const freezeSchema = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });

/** The clock that every expiry, limit window and retry reads. What becomes due by a move is done before the answer. */
export function clockRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  const { clock } = parts.runtime;
  const clockShape = () => ({
    now: isoTime(clock.now()),
    frozen: clock.frozen,
    offset_ms: clock.frozen ? clock.now() - Date.now() : clock.state.offsetMs,
  });

  app.get('/clock', (c) => c.json(clockShape()));

  app.post('/clock/advance', async (c) => {
    clock.advance(settingMs((await jsonBody(c, advanceSchema)).by));
    await parts.clockMoved();
    return c.json(clockShape());
  });

  app.post('/clock/freeze', async (c) => {
    const { at } = await jsonBody(c, freezeSchema);
    clock.freeze(at === undefined ? undefined : Date.parse(at));
    await parts.clockMoved();
    return c.json(clockShape());
  });

  app.post('/clock/resume', async (c) => {
    clock.resume();
    await parts.clockMoved();
    return c.json(clockShape());
  });
}
