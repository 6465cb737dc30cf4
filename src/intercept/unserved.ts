/** What the proxy could not serve, for the report when the command has ended. */
export interface Unserved {
  /** Counts a sentence without its final period. With a key, it is left out once that key was served. */
  readonly note: (sentence: string, unlessServed?: string) => void;
  readonly served: (key: string) => void;
  /** Each sentence once, with how often it was noted. */
  readonly sentences: () => readonly string[];
}

/** A client that loops, or another process on this machine, must fill neither the memory nor the terminal. */
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
