import { later } from '../host/timers.ts';

/** Converts the value of `--wait`: a bare number means seconds, while the API takes milliseconds. */
export function seconds<Text extends string | undefined>(wait: Text): Text | `${number}s` {
  return wait !== undefined && /^\d+(\.\d+)?$/.test(wait) ? `${Number(wait)}s` : wait;
}

const pauseMs = 200;

/** Pauses when a wait brought nothing. A server that ignores waits would be asked thousands of times a second. */
export async function pauseAfterNothing({ data }: { readonly data: readonly unknown[] }): Promise<void> {
  if (data.length === 0) await later(pauseMs);
}
