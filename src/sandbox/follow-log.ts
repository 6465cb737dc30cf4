import type { LogEntry } from '../control-api/log-entries.ts';
import { logEnd } from '../control-api/log-place.ts';
import { readLog } from '../control-api/log-reader.ts';
import { nextTurn } from '../host/timers.ts';
import { atMostEvery } from '../journal/at-most-every.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Entries that are read between two turns of the event loop: no request waits longer than this takes. */
const readAtOnce = 200;
const pauseMs = 40;

/** Follows the log of a sandbox in this process, from now on. */
export interface LogFollower {
  /** Hands over what has happened until now, and nothing more. */
  readonly end: () => void;
}

/** Hands over new entries soon after they happened, oldest first; never while a request is being answered. */
export function followLog(runtime: Runtime, hear: (entries: readonly LogEntry[]) => void): LogFollower {
  let place = logEnd(runtime);
  let isReading = false;
  let isEnded = false;
  const readSome = () => {
    const read = readLog(runtime, place, readAtOnce);
    place = read.place;
    if (read.entries.length > 0) hear(read.entries);
    return !read.isEnd;
  };
  const readAll = async () => {
    if (isReading) return;
    isReading = true;
    // What cannot be read now is read after the next commit.
    try {
      while (!isEnded && readSome()) await nextTurn();
    } catch {}
    isReading = false;
  };
  const paced = atMostEvery(pauseMs, () => void readAll());
  const ask = () => {
    if (!isEnded) paced.ask();
  };
  runtime.store.afterCommit(ask);
  runtime.store.requests.log.onStranger(ask);
  return {
    end: () => {
      isEnded = true;
      paced.stop();
      try {
        while (readSome());
      } catch {}
    },
  };
}
