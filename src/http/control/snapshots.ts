import type { Hono } from 'hono';
import { z } from 'zod';
import { isoTime } from '../../clock.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { notFound } from './control-error.ts';
import { jsonBody } from './input.ts';

const saveSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 . _ -'),
});

/** Everything under a name, and back. */
export function snapshotRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  const { store } = parts.runtime;

  app.get('/snapshots', (c) => {
    const data = store.snapshots.list().map(({ name, savedAt }) => ({ name, saved_at: isoTime(savedAt) }));
    return c.json({ data, next: null });
  });

  app.post('/snapshots', async (c) => {
    const { name } = await jsonBody(c, saveSchema);
    await parts.saveSnapshot(name);
    return c.json({ name }, 201);
  });

  app.post('/snapshots/:name/restore', async (c) => {
    const name = c.req.param('name');
    if (!(await parts.restoreSnapshot(name))) throw notFound('snapshot', name);
    return c.json({ restored: name });
  });

  app.delete('/snapshots/:name', async (c) => {
    const name = c.req.param('name');
    if (!(await store.commit(() => store.snapshots.remove(name)))) throw notFound('snapshot', name);
    return c.json({ removed: name });
  });
}
