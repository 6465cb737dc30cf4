/** The nth number of a seeded sequence, from 0 to 1 (mulberry32). */
export function draw(seed: number, n: number): number {
  const state = (seed + Math.imul(n + 1, 0x6d_2b_79_f5)) | 0;
  const first = Math.imul(state ^ (state >>> 15), 1 | state);
  const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first;
  return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
}
