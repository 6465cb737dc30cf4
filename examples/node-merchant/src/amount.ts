/**
 * Converts an amount to whole hundredths, so that `5`, `5.0` and `5.00` are equal and no float is involved.
 * @returns undefined for text outside the documented forms XXX, XX.X and XX.XX
 */
function hundredths(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match?.[1]) return undefined;
  return BigInt(match[1]) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

export function isSameAmount(one: string, other: string): boolean {
  const value = hundredths(one);
  return value !== undefined && value === hundredths(other);
}
