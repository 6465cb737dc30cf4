import { z } from 'zod';
import type { Names } from '../gateways/names.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { errorCode } from '../settings/kinds.ts';
import { faultBodies } from '../store/fault.ts';
import type { FaultRow } from '../store/faults.ts';
import { listAnswer, time } from './answers.ts';
import { ControlError, notFound } from './control-error.ts';
import { always, faultMatch, faultRow, faultSchema } from './fault-input.ts';
import { idOf, paging, sliceOf } from './input.ts';
import { operation } from './operation.ts';

const times = z.union([z.int(), z.literal('always')]);

export const armedEffect = z
  .union([
    z.object({ code: errorCode }),
    z.object({ http_status: z.int(), body: z.enum(faultBodies) }),
    z.object({ delay: z.number() }),
    z.object({ hang: z.literal(true), after: z.boolean() }),
    z.object({ reset: z.literal(true), after: z.boolean() }),
  ])
  .describe('An effect as it is applied: a `past_timeout` becomes a delay');

export const faultAnswer = z.object({
  id: z.string(),
  match: faultMatch,
  effect: armedEffect,
  times,
  left: times,
  probability: z.number().nullable(),
  seed: z.int(),
  fired: z.int().describe('How many calls it has matched'),
  created_at: time,
});

/** Faults make the next calls of the merchant API fail. */
export const faultOperations = {
  listFaults: operation({
    method: 'get',
    path: '/faults',
    summary: 'The faults, newest first, active and used up',
    query: z.strictObject({ ...paging, account: z.string().optional() }),
    answer: listAnswer(faultAnswer),
    run: ({ runtime }, { query }) =>
      sliceOf(faultsOf(runtime, query.account), query, (row) => faultShape(row, runtime.names)),
  }),

  addFault: operation({
    method: 'post',
    path: '/faults',
    summary: 'Adds a fault for the next matching calls, at most 1,000 active ones; `times` is 1 by default',
    body: faultSchema,
    answer: faultAnswer,
    status: 201,
    refusals: [409],
    run: async ({ runtime }, { body }) => {
      const row = faultRow(runtime, body);
      const id = await runtime.store.commit(() => {
        makeRoom(runtime);
        const added = runtime.store.faults.insert(row);
        tell(runtime, { ...row, id: added }, 'fault.armed');
        return added;
      });
      return faultShape({ ...row, id }, runtime.names);
    },
  }),

  clearFaults: operation({
    method: 'delete',
    path: '/faults',
    summary: 'Removes all faults, or those of one account',
    query: z.strictObject({ account: z.string().optional() }),
    answer: z.object({ removed: z.literal(true) }),
    run: async ({ runtime }, { query }) => {
      await runtime.store.commit(() => {
        for (const row of faultsOf(runtime, query.account)) remove(runtime, row);
      });
      return { removed: true } as const;
    },
  }),

  removeFault: operation({
    method: 'delete',
    path: '/faults/:id',
    summary: 'Removes one fault',
    answer: z.object({ removed: z.literal(true) }),
    refusals: [404],
    run: async ({ runtime }, { params }) => {
      const row = runtime.store.faults.get(idOf(params.id, 'fault'));
      if (!row) throw notFound('fault', params.id);
      await runtime.store.commit(() => remove(runtime, row));
      return { removed: true } as const;
    },
  }),
};

/** The faults that match one account only, or all faults. */
function faultsOf({ store }: Runtime, accountId: string | undefined): FaultRow[] {
  return store.faults.all().filter(({ match }) => accountId === undefined || match.account === accountId);
}

/** Each merchant API call is compared with every active fault. */
const mostFaults = 1000;

/** At the limit, a new fault replaces one that is used up. */
function makeRoom(runtime: Runtime): void {
  const { faults } = runtime.store;
  if (faults.count() < mostFaults) return;
  const usedUp = faults.all().findLast(({ timesLeft }) => timesLeft <= 0);
  if (!usedUp)
    throw new ControlError(
      409,
      'TOO_MANY_FAULTS',
      `There are ${mostFaults.toLocaleString('en')} active faults already, and no more can be added. Remove some first.`,
    );
  remove(runtime, usedUp);
}

function remove(runtime: Runtime, row: FaultRow): void {
  // Another call may have removed it in the same turn.
  if (runtime.store.faults.remove(row.id)) tell(runtime, row, 'fault.removed');
}

function tell({ journal }: Runtime, { id, match }: FaultRow, type: 'fault.armed' | 'fault.removed'): void {
  journal.append({ type, accountId: match.account ?? null, data: { fault_id: String(id) } });
}

function faultShape(row: FaultRow, names: Names): z.output<typeof faultAnswer> {
  const { effect } = row;
  return {
    id: String(row.id),
    match: { ...row.match, ...(row.match.gateway && { gateway: names.of(row.match.gateway) }) },
    effect: 'delayMs' in effect ? { delay: effect.delayMs } : effect,
    times: row.times === always ? 'always' : row.times,
    left: row.times === always ? 'always' : row.timesLeft,
    probability: row.probability,
    seed: row.seed,
    fired: row.fired,
    created_at: isoTime(row.createdAt),
  };
}
