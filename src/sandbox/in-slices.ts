import { StoppedError } from '../runtime/stopped-error.ts';
import type { Store } from '../store/store.ts';

/** Whether the sandbox is about to stop. */
export type Stopping = () => boolean;

/**
 * Runs `work` in a commit, then again from where it stopped, until nothing is left. Other work runs between
 * the commits. Throws `StoppedError` if the sandbox stops.
 */
export async function inSlices<Place>(
  { commit }: Pick<Store, 'commit'>,
  stopping: Stopping,
  from: Place,
  work: (place: Place) => Place | undefined,
): Promise<void> {
  for (let place: Place | undefined = from; place !== undefined; ) {
    if (stopping()) throw new StoppedError('The sandbox is stopping. Nothing was changed.');
    const at: Place = place;
    place = await commit(() => work(at));
  }
}
