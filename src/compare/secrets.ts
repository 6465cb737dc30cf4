/** Masks secrets in a text. */
export type Hide = (text: string) => string;

interface Secrets {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly mobileNumber: string | undefined;
}

/** Shorter text occurs inside other words. No provider's keys are this short. */
const shortestSecret = 8;

/** Masks the keys and the mobile number, because services quote requests and reports keep their replies. */
export function hiding({ apiKey, accessToken, mobileNumber = '' }: Secrets): Hide {
  const masks = [
    [apiKey, '(API key)'],
    [accessToken, '(access token)'],
    // A wallet may return the number without its leading zero.
    [mobileNumber.replace(/^0/, ''), '(mobile number)'],
  ] as const;
  const found = masks
    .filter(([secret]) => secret.length >= shortestSecret)
    .map(([secret, mask]) => [patternOf(secret), mask] as const);
  return (text) => found.reduce((whole, [pattern, mask]) => whole.replace(pattern, () => mask), text);
}

/** A copy of JSON data with secrets masked in names and values. */
export function withoutSecrets(value: unknown, hide: Hide): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') return hide(String(value)) === String(value) ? value : hide(String(value));
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [hide(name), withoutSecrets(each, hide)]),
  );
}

/** Matches a secret both raw and URL-encoded, in any case, because header names are lowercased. */
function patternOf(secret: string): RegExp {
  const written = new Set([secret, encodeURIComponent(secret)]);
  return new RegExp([...written].map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
}
