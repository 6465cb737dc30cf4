import { lettersApart } from '../input/nearest.ts';

/** Shorter common substrings do not count. */
const shortest = 3;

/** How similar a client's name is to a gateway's token: the number of shared letters, or 0 if too few. */
export function likeness(name: string, token: string): number {
  const own = wordsOf(name);
  const short = wordsOf(token).some((word) => word.length < shortest && own.includes(word));
  const shared = longestShared(name.toLowerCase(), token.toLowerCase());
  return (short ? shortest : 0) + (shared < shortest ? 0 : shared);
}

/** In shorter names, one letter may be all that tells them apart. */
const shortestMisspelled = 6;

/** Whether a name differs from another, long one by at most a letter. Digits are no misspellings: providers number their gateways. */
export function isMisspelling(name: string, other: string): boolean {
  const [one, two] = [plain(name), plain(other)];
  return two.length >= shortestMisspelled && !/\d/.test(one) && lettersApart(one, two) <= 1;
}

export function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `acme_walletA` becomes acme, wallet, a. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The length of the longest common substring. */
function longestShared(one: string, other: string): number {
  let longest = 0;
  for (let start = 0; start < one.length; start += 1)
    while (start + longest < one.length && other.includes(one.slice(start, start + longest + 1)))
      longest += 1;
  return longest;
}
