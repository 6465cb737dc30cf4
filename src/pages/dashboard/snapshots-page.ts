import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { isoTime } from '../../protocol/time.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { storyPath } from '../story/imported-page.ts';
import { storyPages } from '../story/routes.ts';
import { storyUpload } from '../story/upload.ts';
import { type Action, act, freshForm, type OperationId, type RefusedForm } from './actions.ts';
import { textField } from './form-fields.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { SnapshotsPage } from './tool-models.ts';

const path = '/_sandbox/snapshots';

/** Named snapshots of the whole state, and the reset to the initial state. */
export function snapshotPages(app: Hono<AppEnv>, parts: AppParts): void {
  const show = (c: Context<AppEnv>, form: RefusedForm = freshForm) => {
    const model = snapshotsModel(parts, readerOf(c), form, c.req.query('done'));
    return page(c, form.refusal === '' ? 200 : 422, 'dashboard/snapshots', model);
  };
  const change = <Id extends OperationId>(
    c: Context<AppEnv>,
    operation: Id,
    name: keyof Reader['t']['dashboard']['snapshots']['done'],
    ask: Action<Id>['ask'],
  ) => act(c, parts, { operation, ask, next: () => `${path}?done=${name}`, again: (form) => show(c, form) });

  storyUpload(app, parts, (c, refusal) => show(c, { ...freshForm, refusal }));
  storyPages(app, parts);
  app.get(path, (c) => show(c));
  app.post(path, (c) =>
    change(c, 'saveSnapshot', 'saved', (read) => ({
      body: { name: read('name').trim().replace(/\s+/g, '-') },
    })),
  );
  app.post(`${path}/:name/restore`, (c) =>
    change(c, 'restoreSnapshot', 'restored', () => ({ params: c.req.param() })),
  );
  app.post(`${path}/:name/remove`, (c) =>
    change(c, 'removeSnapshot', 'removed', () => ({ params: c.req.param() })),
  );
  app.post('/_sandbox/reset', (c) => change(c, 'reset', 'reset', () => ({})));
}

function snapshotsModel(
  { runtime, stories }: AppParts,
  reader: Reader,
  form: RefusedForm,
  doneName: string | undefined,
): SnapshotsPage {
  const words = reader.t.dashboard.snapshots;
  return {
    ...toolFrame(runtime, reader, 'snapshots', form, doneWords(words.done, doneName)),
    snapshots: runtime.store.snapshots.list().map(({ name, savedAt }) => ({
      name,
      savedAt: isoTime(savedAt),
      action: `${path}/${encodeURIComponent(name)}`,
    })),
    stories: stories.list().map((story) => ({
      title: reader.t.dashboard.stories.opened(String(story.transactionId)),
      exportedAt: story.exportedAt,
      href: `${storyPath(story)}/transactions/${story.transactionId}`,
    })),
    name: textField(form, 'name', words.name, {
      placeholder: 'before-checkout',
      hint: words.nameHint,
    }),
  };
}
