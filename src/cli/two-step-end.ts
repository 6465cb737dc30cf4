import { whenStarterEnds } from './starter.ts';

/** A second signal this much later ends the process at once. A duplicate (terminal plus npx) does not. */
const secondSignalMs = 300;

interface TwoStepEnd {
  /** Ends the process cleanly, if it is not ending already. */
  readonly onSignal: (signal: NodeJS.Signals) => void;
  /** Also ends it when the `npx` or `npm run` that started it has ended. */
  readonly withStarter: () => void;
}

interface Steps {
  /** `starterEnded` says why, in part of a sentence, unless it was a signal. */
  readonly cleanly: (signal: NodeJS.Signals, starterEnded?: string) => void;
  readonly atOnce: (signal: NodeJS.Signals) => void;
}

/** The first signal ends a process cleanly, the next one at once. */
export function twoStepEnd({ cleanly, atOnce }: Steps): TwoStepEnd {
  let begunAt: number | undefined;
  const begin = (signal: NodeJS.Signals, starterEnded?: string) => {
    if (begunAt !== undefined) return;
    begunAt = performance.now();
    cleanly(signal, starterEnded);
  };
  return {
    onSignal: (signal) => {
      if (begunAt !== undefined && performance.now() - begunAt > secondSignalMs) atOnce(signal);
      else begin(signal);
    },
    // What npm forwards to the shell in between is a SIGTERM.
    withStarter: () => whenStarterEnds((starterEnded) => begin('SIGTERM', starterEnded)),
  };
}
