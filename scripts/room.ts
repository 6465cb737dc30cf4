/** One folder of `src/`, and everything that its files may import. */
export interface Room {
  /** What it holds, in Markdown. */
  readonly holds: string;
  /** The rooms that its files may import from, types included. */
  readonly imports: readonly string[];
  /** Bundled libraries; better-sqlite3 is the one that is installed. */
  readonly libraries?: readonly string[];
  /** Node's own modules: any unless they are listed. */
  readonly node?: readonly string[];
}
