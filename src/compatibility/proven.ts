import type { Runtime } from '../runtime/runtime.ts';
import { openChanges } from './changes.ts';
import { handlerOf, type PaymentStory } from './payments.ts';
import type { PaymentVerdict } from './try-payment.ts';

/**
 * What trials have proven, by callback: the app accepted it only under other settings. After that it may accept it
 * unchanged too, because the order is paid.
 */
const proven = new WeakMap<Runtime, Map<string, PaymentVerdict>>();
const mostProven = 100;

export function remember(runtime: Runtime, story: PaymentStory, verdict: PaymentVerdict): void {
  const known = proven.get(runtime) ?? new Map<string, PaymentVerdict>();
  if (known.size >= mostProven) known.clear();
  known.set(keyOf(runtime, story), verdict);
  proven.set(runtime, known);
}

/** A number that differs when more has been proven. */
export function provenCount(runtime: Runtime): number {
  return proven.get(runtime)?.size ?? 0;
}

/**
 * The verdict of an earlier trial, unless its settings have been made since, or the app has accepted a newer callback as
 * it was sent.
 */
export function provenBefore(
  runtime: Runtime,
  story: PaymentStory,
  all: readonly PaymentStory[],
): PaymentVerdict | undefined {
  const verdict = proven.get(runtime)?.get(keyOf(runtime, story));
  const changes = verdict?.changes ?? [];
  const isOpen = openChanges(changes, runtime.settings.current).length === changes.length;
  return isOpen && !isAcceptedSince(story, all) ? verdict : undefined;
}

/** Whether the app has accepted a newer callback to the same handler. */
export function isAcceptedSince({ callback }: PaymentStory, all: readonly PaymentStory[]): boolean {
  return all.some(
    (other) =>
      other.answer.accepted &&
      other.callback.id > callback.id &&
      handlerOf(other.callback) === handlerOf(callback),
  );
}

/** IDs begin again after a reset. */
function keyOf({ store }: Runtime, { callback }: PaymentStory): string {
  return JSON.stringify([store.generation(), callback.id]);
}
