import type { Clock } from '../protocol/time.ts';

/** The difference between the sandbox's clock and the machine's. Stored, so that it survives a restart. */
export interface ClockState {
  readonly offsetMs: number;
  readonly frozenAt: number | null;
}

/** The clock runs from 1970 to this date, so that every time derived from it has a four-digit year. */
export const latestMs = Date.UTC(9000, 0, 1);

export const realTime: ClockState = { offsetMs: 0, frozenAt: null };

/** What a clock in this state shows now. */
export function timeOf({ offsetMs, frozenAt }: ClockState): number {
  return frozenAt ?? Date.now() + offsetMs;
}

/** A stored state, limited to the clock's range. */
export function usableState({ offsetMs, frozenAt }: ClockState): ClockState {
  const machineMs = Date.now();
  return {
    offsetMs: Number.isFinite(offsetMs) ? within(machineMs + offsetMs) - machineMs : 0,
    frozenAt: frozenAt === null || !Number.isFinite(frozenAt) ? null : within(frozenAt),
  };
}

function within(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), latestMs));
}

/** The machine's clock, which the tester can move or freeze. `onMove` listeners run after each change. */
export class SandboxClock implements Clock {
  #state: ClockState = realTime;
  readonly #listeners: (() => void)[] = [];

  get state(): ClockState {
    return this.#state;
  }

  get frozen(): boolean {
    return this.#state.frozenAt !== null;
  }

  now(): number {
    return timeOf(this.#state);
  }

  advance(ms: number): void {
    const { offsetMs, frozenAt } = this.#state;
    this.set(
      frozenAt === null ? { offsetMs: offsetMs + ms, frozenAt } : { offsetMs, frozenAt: frozenAt + ms },
    );
  }

  freeze(at = this.now()): void {
    this.set({ ...this.#state, frozenAt: at });
  }

  /** Continues from the frozen time: the time that passed while frozen is not added. */
  resume(): void {
    if (this.#state.frozenAt === null) return;
    this.set({ offsetMs: this.#state.frozenAt - Date.now(), frozenAt: null });
  }

  set(state: ClockState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Another clock with the same state, and no listeners. */
  copy(): SandboxClock {
    const copy = new SandboxClock();
    copy.set(this.#state);
    return copy;
  }

  onMove(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
