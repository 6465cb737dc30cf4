import * as timers from 'node:timers';

/** Node's own, whatever a test runner puts in the place of the globals later. The bundle takes these for the globals. */
export const { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers;
export const { queueMicrotask } = globalThis;
