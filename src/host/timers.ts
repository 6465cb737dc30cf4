import * as perf from 'node:perf_hooks';
import * as timers from 'node:timers';
import * as promises from 'node:timers/promises';

/**
 * Node's own timers, for a sandbox inside a test process: it keeps running while the test uses fake timers.
 * They are read when this module loads, because some test runners replace the members of `node:timers` as
 * well as the globals.
 */
export const { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers;

export const { setImmediate: nextTurn, setTimeout: later } = promises;

/** Test runners replace the global one only. */
export const { performance } = perf;

/** Milliseconds since 1970 by the clock of the machine, also while a test fakes `Date`. */
export function machineTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
