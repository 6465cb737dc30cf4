import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../http/connection.ts';
import { longBodies } from '../http/long-body.ts';
import type { AppParts } from '../http/parts.ts';
import { ClientGone } from '../http/read-bytes.ts';
import { textStream } from '../http/text-stream.ts';
import { SnapshotFileError } from '../snapshot-file/error.ts';
import { snapshotName } from '../snapshot-file/header.ts';
import { ControlError, notFound } from './control-error.ts';
import { parsed } from './input.ts';
import type { importedAnswer } from './snapshots.ts';

const exportQuery = z.strictObject({ secrets: z.enum(['true', 'false']).default('false') });
const importQuery = z.strictObject({ name: snapshotName.optional() });

/** Routes for snapshot files in JSON lines. Not operations, which exchange single JSON values. */
export function snapshotFileRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  const inLongBody = longBodies();
  app.get('/snapshots/:name/export', async (c) => {
    const { secrets } = parsed(exportQuery, c.req.query(), 'query');
    const name = c.req.param('name');
    const lines = await parts.exportSnapshot(name, secrets === 'true');
    if (!lines) throw notFound('snapshot', name);
    c.header('Content-Type', 'application/x-ndjson');
    if (c.req.method !== 'HEAD') return c.body(textStream(lines));
    // Nobody would read them to their end.
    lines.return(undefined);
    return c.body(null);
  });
  app.post('/snapshots/import', async (c) => {
    const { name } = parsed(importQuery, c.req.query(), 'query');
    const { counts, keysReplaced, ...imported } = await inLongBody(c.env ?? {}, () =>
      importedFrom(c, parts, name),
    );
    const keys = keysReplaced ? 'replaced' : 'included';
    return c.json({ ...imported, counts, keys } satisfies z.output<typeof importedAnswer>, 201);
  });
}

async function importedFrom(c: Context<AppEnv>, parts: AppParts, name: string | undefined) {
  try {
    return await parts.importSnapshot(bodyOf(c), name);
  } catch (error) {
    if (error instanceof SnapshotFileError) throw new ControlError(422, 'INVALID_SNAPSHOT', error.message);
    throw error;
  }
}

async function* bodyOf(c: Context<AppEnv>): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? [];
  } catch (error) {
    throw new ClientGone('The body ended early.', { cause: error });
  }
}
