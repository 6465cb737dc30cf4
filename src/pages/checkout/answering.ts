import type { Store } from '../../store/store.ts';

/** How many forms of each session are being answered. With the order `callback-first`, that takes a while. */
const answering = new WeakMap<Store, Map<string, number>>();

/** Answers a form of a session. Until then, `isAnswering`. */
export async function whileAnswering<T>(store: Store, token: string, answer: () => Promise<T>): Promise<T> {
  const counts = answering.get(store) ?? new Map<string, number>();
  answering.set(store, counts);
  counts.set(token, (counts.get(token) ?? 0) + 1);
  try {
    return await answer();
  } finally {
    const left = (counts.get(token) ?? 1) - 1;
    if (left > 0) counts.set(token, left);
    else counts.delete(token);
  }
}

export function isAnswering(store: Store, token: string): boolean {
  return answering.get(store)?.has(token) ?? false;
}
