/** Shared letters count from so many on. */
const shortest = 3;

/** How much a client's name for a gateway looks like a gateway's token: the letters that they share, 0 when too few. */
export function likeness(name: string, token: string): number {
  const own = wordsOf(name);
  const short = wordsOf(token).some((word) => word.length < shortest && own.includes(word));
  const shared = longestShared(name.toLowerCase(), token.toLowerCase());
  return (short ? shortest : 0) + (shared < shortest ? 0 : shared);
}

/** The words of `acme_walletA`: acme, wallet, a. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The length of the longest run of letters that is in both. */
function longestShared(one: string, other: string): number {
  let longest = 0;
  for (let start = 0; start < one.length; start += 1)
    while (start + longest < one.length && other.includes(one.slice(start, start + longest + 1)))
      longest += 1;
  return longest;
}
