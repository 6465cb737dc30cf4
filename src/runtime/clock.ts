import type { Clock } from '../protocol/time.ts';

/** How far the sandbox's clock is from the machine's; what is kept over a restart. */
export interface ClockState {
  readonly offsetMs: number;
  readonly frozenAt: number | null;
}

/** The clock goes from 1970 to here, so that every time that follows from it has a year of four digits. */
export const latestMs = Date.UTC(9000, 0, 1);

export const realTime: ClockState = { offsetMs: 0, frozenAt: null };

/** A state that was stored, inside the clock's limits. */
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

/** The machine's clock, moved or frozen by the tester. `onMove` runs after each change, for whoever waits for a time. */
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
    return this.#state.frozenAt ?? Date.now() + this.#state.offsetMs;
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

  /** Goes on from where it stands: time that passed while frozen is not made up for. */
  resume(): void {
    if (this.#state.frozenAt === null) return;
    this.set({ offsetMs: this.#state.frozenAt - Date.now(), frozenAt: null });
  }

  set(state: ClockState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  onMove(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
