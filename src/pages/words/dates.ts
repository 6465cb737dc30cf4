/** Formats a time in milliseconds. The formatter is created when first used, for it loads 10 MB of calendars. */
export function dateAndTime(locale: string, style: Intl.DateTimeFormatOptions): (time: number) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (time) => {
    formatter ??= new Intl.DateTimeFormat(locale, style);
    return formatter.format(time);
  };
}
