const longest = 512;

/**
 * Compares secrets in a time that reveals neither how much of the secret was right nor how long it is. Text
 * of more than 512 characters never matches.
 */
export function sameSecret(given: string, secret: string): boolean {
  if (given.length > longest || secret.length > longest) return false;
  let differs = given.length ^ secret.length;
  // Loop over the given text, so that the time does not depend on the secret.
  for (let at = 0; at < given.length; at += 1)
    differs |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return differs === 0;
}
