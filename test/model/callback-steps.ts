import fc from 'fast-check';
import { type Callback, deliverDue, type Model } from './model.ts';
import { fromNewest, placeWords, type Step, step } from './step.ts';
import type { World } from './world.ts';

const place = fc.nat(2);

const merchant = fc.boolean().map((isUp) =>
  step(`the merchant ${isUp ? 'is up' : 'fails with 500'}`, async (model, world) => {
    model.isMerchantUp = isUp;
    world.merchant.answerWith(isUp ? 200 : 500);
  }),
);

/** Changes a callback's status if it has the expected one. Otherwise, the sandbox must refuse. */
function move(verb: 'hold' | 'release', at: number): Step {
  const [from, to] = verb === 'hold' ? (['pending', 'held'] as const) : (['held', 'pending'] as const);
  return onCallback(verb, at, async (model, world, callback) => {
    const isPossible = callback.status === from;
    await world.control(`callbacks/${callback.id}/${verb}`, isPossible ? 200 : 409);
    if (!isPossible) return 0;
    callback.status = to;
    callback.nextAt = model.stored.now;
    return deliverDue(model);
  });
}

const resend = place.map((at) =>
  onCallback('send again', at, async ({ isMerchantUp }, world, callback) => {
    await world.control(`callbacks/${callback.id}/resend`, 202);
    callback.attempts += 1;
    if (isMerchantUp) callback.status = 'delivered';
    return 1;
  }),
);

function onCallback(
  says: string,
  at: number,
  act: (model: Model, world: World, callback: Callback) => Promise<number>,
): Step {
  const run = async (model: Model, world: World) => {
    let attempts = 0;
    await world.attempting(
      () => attempts,
      async () => {
        attempts = await act(model, world, fromNewest(model.stored.callbacks, at));
      },
    );
  };
  return step(`${says} ${placeWords(at)} callback`, run, ({ stored }) => stored.callbacks.length > 0);
}

/** What testers do with callbacks. */
export const callbackSteps: readonly fc.Arbitrary<Step>[] = [
  merchant,
  place.map((at) => move('hold', at)),
  place.map((at) => move('release', at)),
  resend,
];
