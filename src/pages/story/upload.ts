import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { seeOther } from '../../http/see-other.ts';
import { SnapshotFileError } from '../../snapshot-file/error.ts';
import { readerOf } from '../reader.ts';
import { storyPath } from './imported-page.ts';

/** A file of up to 16 MiB, plus the form's boundaries. */
const largestBytes = 17 * 1024 * 1024;

/** Opens the uploaded file and redirects to its payment. `again` shows the form with an error. */
export function storyUpload(
  app: Hono<AppEnv>,
  { stories }: AppParts,
  again: (c: Context<AppEnv>, refusal: string) => Response,
): void {
  app.post('/_sandbox/stories', async (c) => {
    const words = readerOf(c).t.dashboard.stories;
    const bytes = await readBytes(c.req.raw, largestBytes);
    if (!bytes) return again(c, words.flaws['too-large']);
    const text = await fileIn(bytes, c.req.header('content-type') ?? '');
    if (!text) return again(c, words.none);
    try {
      const story = await stories.open(text);
      return seeOther(`${storyPath(story)}/transactions/${story.transactionId}`);
    } catch (error) {
      if (!(error instanceof SnapshotFileError)) throw error;
      return again(c, error.flaw ? words.flaws[error.flaw] : error.message);
    }
  });
}

/** The text of the form's only file. Undefined if there is none. */
async function fileIn(bytes: Uint8Array, type: string): Promise<string | undefined> {
  try {
    const headers = { 'Content-Type': type };
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    const file = form.get('story');
    return typeof file === 'string' ? file : await file?.text();
  } catch {
    return undefined;
  }
}
