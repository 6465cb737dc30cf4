import { z } from 'zod';
import { isoTime } from '../protocol/time.ts';
import { SettingsError } from '../settings/settings-change.ts';
import { keysInFile, snapshotName } from '../snapshot-file/header.ts';
import { listAnswer, time } from './answers.ts';
import { ControlError, notFound } from './control-error.ts';
import { paging, sliceOf } from './input.ts';
import { operation } from './operation.ts';

export const snapshotAnswer = z.object({ name: z.string(), saved_at: time });

export const importedAnswer = z.object({
  name: z.string(),
  keys: keysInFile,
  counts: z.record(z.string(), z.int()).describe('How many lines of each kind the file has'),
});

/** Saves and restores the whole state by name. */
export const snapshotOperations = {
  listSnapshots: operation({
    method: 'get',
    path: '/snapshots',
    summary: 'The saved states',
    query: z.strictObject(paging),
    answer: listAnswer(snapshotAnswer),
    run: ({ runtime }, { query }) =>
      sliceOf(runtime.store.snapshots.list(), query, ({ name, savedAt }) => ({
        name,
        saved_at: isoTime(savedAt),
      })),
  }),

  saveSnapshot: operation({
    method: 'post',
    path: '/snapshots',
    summary: 'Saves the whole state under a name, replacing an earlier snapshot with that name',
    body: z.strictObject({ name: snapshotName }),
    answer: z.object({ name: z.string() }),
    status: 201,
    run: async (parts, { body }) => {
      await parts.saveSnapshot(body.name);
      return { name: body.name };
    },
  }),

  restoreSnapshot: operation({
    method: 'post',
    path: '/snapshots/:name/restore',
    summary: 'Restores a saved state, with its timers and pending callbacks',
    answer: z.object({ restored: z.string() }),
    refusals: [404],
    run: async (parts, { params }) => {
      const isRestored = await parts.restoreSnapshot(params.name).catch((error) => {
        throw settingsRefusal(error);
      });
      if (!isRestored) throw notFound('snapshot', params.name);
      return { restored: params.name };
    },
  }),

  removeSnapshot: operation({
    method: 'delete',
    path: '/snapshots/:name',
    summary: 'Deletes a saved state',
    answer: z.object({ removed: z.string() }),
    refusals: [404],
    run: async ({ runtime: { store } }, { params }) => {
      if (!(await store.commit(() => store.snapshots.remove(params.name))))
        throw notFound('snapshot', params.name);
      return { removed: params.name };
    },
  }),
};

/** The settings of a snapshot may not fit the configuration of a later start. */
function settingsRefusal(error: unknown): unknown {
  if (!(error instanceof SettingsError)) return error;
  const message = `The settings in the snapshot do not fit the configuration: ${error.sentence} Nothing was restored.`;
  return new ControlError(400, 'INVALID_REQUEST', message, error.field);
}
