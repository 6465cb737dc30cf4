const most = 5;

/** The first few of some phrases, and how many more there are. */
export function listed(phrases: readonly string[]): string {
  const more = phrases.length > most ? [`and ${phrases.length - most} more`] : [];
  return [...phrases.slice(0, most), ...more].join('; ');
}
