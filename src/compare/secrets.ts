/** Hides secrets in a text. */
export type Hide = (text: string) => string;

interface Secrets {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly mobileNumber: string | undefined;
}

/** Shorter text is part of other words. No provider has such keys. */
const shortestSecret = 8;

/** Services quote what they were sent, and answers are kept in reports: without the keys and the mobile number. */
export function hiding({ apiKey, accessToken, mobileNumber = '' }: Secrets): Hide {
  const masks = [
    [apiKey, '(API key)'],
    [accessToken, '(access token)'],
    // A wallet may answer it without its zero.
    [mobileNumber.replace(/^0/, ''), '(mobile number)'],
  ] as const;
  const found = masks
    .filter(([secret]) => secret.length >= shortestSecret)
    .map(([secret, mask]) => [patternOf(secret), mask] as const);
  return (text) => found.reduce((whole, [pattern, mask]) => whole.replace(pattern, () => mask), text);
}

/** The same JSON with secrets hidden in its names and values. */
export function withoutSecrets(value: unknown, hide: Hide): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') return hide(String(value)) === String(value) ? value : hide(String(value));
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [hide(name), withoutSecrets(each, hide)]),
  );
}

/** As it is and as a URL writes it, in any case: header names come in lower case. */
function patternOf(secret: string): RegExp {
  const written = new Set([secret, encodeURIComponent(secret)]);
  return new RegExp([...written].map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
}
