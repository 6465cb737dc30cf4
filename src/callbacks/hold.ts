import type { Runtime } from '../runtime/runtime.ts';
import type { CallbackStatus } from '../store/statuses.ts';
import { tell } from './tell.ts';

/** Holds a pending callback. Returns false when it is not pending. An attempt under way continues. */
export function hold(runtime: Runtime, id: number): boolean {
  return move(runtime, id, 'pending', 'held', null);
}

/** Sends a held callback now and retries it on schedule. Returns false when it is not held. */
export function release(runtime: Runtime, id: number): boolean {
  const now = runtime.clock.now();
  if (!move(runtime, id, 'held', 'pending', now)) return false;
  runtime.alarms.note(now);
  return true;
}

function move(
  runtime: Runtime,
  id: number,
  from: CallbackStatus,
  to: 'held' | 'pending',
  nextAttemptAt: number | null,
): boolean {
  const { store } = runtime;
  const callback = store.callbacks.get(id);
  if (callback?.status !== from) return false;
  store.callbacks.setStatus(id, to, nextAttemptAt);
  tell(runtime, callback, to === 'held' ? 'callback.held' : 'callback.released');
  return true;
}
