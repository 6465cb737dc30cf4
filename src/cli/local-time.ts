/** `2026-01-15 14:00:00 +02:00` in the local time zone. Empty for null. */
export function localTime(iso: string | null): string {
  return iso === null ? '' : `${localDay(iso)} ${localClock(iso)} ${zone(iso)}`;
}

/** `14:00:00.123 +02:00`, for log lines that follow each other closely. */
export function localMoment(iso: string): string {
  return `${localClock(iso)}.${String(new Date(iso).getMilliseconds()).padStart(3, '0')} ${zone(iso)}`;
}

/** `2026-01-15` */
export function localDay(iso: string): string {
  const date = new Date(iso);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
}

/** `14:00:00` */
export function localClock(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** `+02:00`: the offset at this time, because summer time changes it. */
function zone(iso: string): string {
  const minutes = -new Date(iso).getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
