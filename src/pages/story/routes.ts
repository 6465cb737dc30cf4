import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts, OpenStory } from '../../http/parts.ts';
import { readForm } from '../../http/read-form.ts';
import { judgeMerchantUrl } from '../../protocol/merchant-url.ts';
import { idOf } from '../dashboard/id-of.ts';
import { beforeOf } from '../dashboard/lists.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { TesterFrame } from '../tester-models.ts';
import { type ImportedRecord, importedPage, storyPath } from './imported-page.ts';
import type { Replayed } from './replay.ts';

export interface StoryPage extends TesterFrame {
  /** HTML rendered from our own templates. */
  readonly content: string;
  readonly exportedAt: string;
  readonly productVersion: string;
  readonly replay: string;
  readonly home: string;
  readonly url: string;
  readonly refusal: string;
  readonly replayed: readonly Replayed[];
}

interface Tried {
  readonly url: string;
  readonly refusal: string;
  readonly replayed: readonly Replayed[];
}

const untried: Tried = { url: '', refusal: '', replayed: [] };

/** The pages of imported payments, and the form that sends their callbacks to a running app. */
export function storyPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime, stories } = parts;
  app.get('/_sandbox/stories/:story/:kind/:id', (c) => {
    const story = stories.get(c.req.param('story'));
    return (
      (story && show(c, parts, story, { kind: c.req.param('kind'), id: idOf(c) })) ?? notFoundPage(c, runtime)
    );
  });
  app.post('/_sandbox/stories/:story/replay', async (c) => {
    const story = stories.get(c.req.param('story'));
    const read = await readForm(c, 16 * 1024);
    if (!story || !read) return notFoundPage(c, runtime);
    const url = read('url').trim();
    const verdict = judgeMerchantUrl(url, () => false);
    const problem = 'why' in verdict ? verdict.why : '';
    const replay = async () =>
      (await import('./replay.ts')).replayedTo(runtime, readerOf(c), story, url, parts.closing);
    const tried =
      problem === '' ? { ...untried, url, replayed: await replay() } : { ...untried, url, refusal: problem };
    return (
      show(c, parts, story, { kind: 'transactions', id: story.transactionId }, tried) ??
      notFoundPage(c, runtime)
    );
  });
}

function show(
  c: Context<AppEnv>,
  { runtime }: AppParts,
  story: OpenStory,
  record: Omit<ImportedRecord, 'before'>,
  tried = untried,
): Response | undefined {
  const reader = readerOf(c);
  const found = importedPage(story, reader, { ...record, before: beforeOf(c) });
  if (!found) return undefined;
  const model: StoryPage = {
    ...testerFrame(runtime, reader, 'snapshots', found.title),
    ...tried,
    content: found.content,
    exportedAt: story.exportedAt,
    productVersion: story.productVersion,
    replay: `${storyPath(story)}/replay`,
    home: `${storyPath(story)}/transactions/${story.transactionId}`,
  };
  return page(c, tried.refusal === '' ? 200 : 422, 'dashboard/story', model);
}
