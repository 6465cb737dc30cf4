/** The clock for every expiry, rate limit window and retry. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

/** A clock time in ISO 8601. */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / dayMs);
  // Lists show many times from few days, and `toISOString` takes longer than the rest of a row.
  if (day !== lastDay.day)
    Object.assign(lastDay, { day, date: new Date(day * dayMs).toISOString().slice(0, -13) });
  const left = Math.floor(ms - day * dayMs);
  const seconds = Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDay.date}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${String(left % 1000).padStart(3, '0')}Z`;
}

const dayMs = 86_400_000;
/** The day of the previous call. */
const lastDay = { day: Number.NaN, date: '' };

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
