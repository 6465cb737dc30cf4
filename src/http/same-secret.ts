const longest = 512;

/**
 * Compares in a time that tells nothing about how much of the secret was right, nor how long it is. What has more than 512 characters is
 * nobody's secret.
 */
export function sameSecret(given: string, secret: string): boolean {
  if (given.length > longest || secret.length > longest) return false;
  let differs = given.length ^ secret.length;
  // As long as what was given, whatever the secret is.
  for (let at = 0; at < given.length; at += 1)
    differs |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return differs === 0;
}
