/** What the proxy could not serve, for the report after the command. */
export interface Unserved {
  /** Counts a sentence without its final period. `unlessServed` drops it once that key has been served. */
  readonly note: (sentence: string, unlessServed?: string) => void;
  readonly served: (key: string) => void;
  /** Each sentence once, with its count. */
  readonly sentences: () => readonly string[];
}

/** A client in a loop, or another process on this machine, must not fill the memory or the terminal. */
const mostSentences = 20;
const mostServed = 1000;

export function unservedRequests(): Unserved {
  const notes = new Map<string, { count: number; readonly unless: string | undefined }>();
  const served = new Set<string>();
  let further = 0;
  return {
    note: (sentence, unless) => {
      const noted = notes.get(sentence);
      if (noted) noted.count += 1;
      else if (notes.size === mostSentences) further += 1;
      else notes.set(sentence, { count: 1, unless });
    },
    served: (key) => {
      if (served.size < mostServed) served.add(key);
    },
    sentences: () => [
      ...[...notes]
        .filter(([, { unless }]) => unless === undefined || !served.has(unless))
        .map(([sentence, { count }]) => (count === 1 ? `${sentence}.` : `${sentence} (${count} times).`)),
      ...(further > 0 ? [`${further} more could not be served.`] : []),
    ],
  };
}
