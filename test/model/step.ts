import type { AsyncCommand } from 'fast-check';
import type { Model } from './model.ts';
import type { World } from './world.ts';

export type Step = AsyncCommand<Model, World>;

/** One action, described as a sentence, so that a failing run is readable. */
export function step(
  says: string,
  run: (model: Model, world: World) => Promise<void>,
  isPossible: (model: Model) => boolean = () => true,
): Step {
  const counted = (model: Model, world: World) => {
    world.steps += 1;
    return run(model, world);
  };
  return { check: (model) => isPossible(model), run: counted, toString: () => `\n  ${says}` };
}

/** The newest item for 0, the one before it for 1, and so on, wrapping around. */
export function fromNewest<Item>(items: readonly Item[], place: number): Item {
  const item = items[items.length - 1 - (place % items.length)];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

export function placeWords(place: number): string {
  return place === 0 ? 'the newest' : `number ${place + 1} from the newest`;
}
