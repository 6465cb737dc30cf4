import { clearImmediate, clearTimeout, setImmediate, setTimeout } from '../host/timers.ts';
/** Work that runs less often than it is requested. */
export interface Paced {
  /**
   * Runs the work in the next turn of the event loop, or when the pause after the last run is over. Several
   * requests lead to one run.
   */
  readonly ask: () => void;
  readonly stop: () => void;
}

/** Limits how often work runs, in real time. Holds no timer while idle. Callers do not wait for the work. */
export function atMostEvery(pauseMs: number, work: () => void): Paced {
  let isAsked = false;
  let soon: NodeJS.Immediate | undefined;
  let pause: NodeJS.Timeout | undefined;
  const run = () => {
    soon = undefined;
    isAsked = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isAsked) run();
    }, pauseMs);
    pause.unref();
    work();
  };
  return {
    ask: () => {
      isAsked = true;
      if (!pause) soon ??= setImmediate(run);
    },
    stop: () => {
      clearImmediate(soon);
      clearTimeout(pause);
    },
  };
}
