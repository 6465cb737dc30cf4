import { clearImmediate, clearTimeout, setImmediate, setTimeout } from '../host/timers.ts';
/** A work that is asked for more often than it is done. */
export interface Paced {
  /** Does it in the next turn of the event loop, or when the pause after the last time is over: once, however often it was asked for. */
  readonly ask: () => void;
  readonly stop: () => void;
}

/** Paces a work in real time; holds no timer while nobody asks. Whoever has just committed does not wait for it. */
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
