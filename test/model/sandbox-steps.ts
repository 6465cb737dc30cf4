import fc from 'fast-check';
import { deliverDue, newStored, passTime } from './model.ts';
import { type Step, step } from './step.ts';

const minutes = fc.constantFrom(1, 4, 5, 11, 31);
const name = fc.constantFrom('one', 'two');

const advance = minutes.map((by) =>
  step(`${by} minutes pass`, async (model, world) => {
    let attempts = 0;
    const act = async () => {
      await world.control('clock/advance', 200, { by: `${by}m` });
      model.stored.now += by * 60_000;
      passTime(model.stored);
      attempts = deliverDue(model);
    };
    await world.attempting(() => attempts, act);
  }),
);

const fault = fc.constantFrom('walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator').map((gateway) =>
  step(`the next call of ${gateway} shall fail`, async ({ stored }, world) => {
    await world.control('faults', 201, { match: { gateway }, effect: { code: 'BACKEND_ERROR' } });
    stored.faults.push(gateway);
  }),
);

const reset = fc.constant(
  step('reset', async (model, world) => {
    await world.control('reset', 200);
    await world.freeze();
    model.stored = newStored();
  }),
);

const save = name.map((as) =>
  step(`save a snapshot ${as}`, async ({ saved, stored }, world) => {
    await world.control('snapshots', 201, { name: as });
    saved.set(as, structuredClone(stored));
  }),
);

const restore = name.map((as) =>
  step(`restore the snapshot ${as}`, async (model, world) => {
    const kept = model.saved.get(as);
    await world.control(`snapshots/${as}/restore`, kept ? 200 : 404);
    if (kept) model.stored = structuredClone(kept);
  }),
);

const restart = fc.constant(
  step(
    'stop, and start again on the data file',
    (_model, world) => world.restart(),
    ({ isOnFile }) => isOnFile,
  ),
);

const look = fc.constant(step('look at everything', (model, world) => world.check(model)));

/** What happens to the sandbox as a whole. */
export const sandboxSteps: readonly fc.Arbitrary<Step>[] = [
  advance,
  advance,
  fault,
  reset,
  save,
  restore,
  restart,
  look,
];
