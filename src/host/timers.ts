import * as timers from 'node:timers';
import * as promises from 'node:timers/promises';

/**
 * Node's own timers, for a sandbox that runs in the process of a test: it goes on while the test's timers are fake. They are read when
 * this module loads, because some test runners replace the members of `node:timers` as well as the globals.
 */
export const { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers;

export const { setImmediate: nextTurn, setTimeout: later } = promises;
