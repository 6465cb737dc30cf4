/** A folder of `src/` and its permitted imports. */
export interface Room {
  /** Its content, in Markdown. */
  readonly holds: string;
  /** The rooms that its files may import from, including types. */
  readonly imports: readonly string[];
  /** Bundled libraries, plus better-sqlite3, which is installed. */
  readonly libraries?: readonly string[];
  /** Permitted Node modules (default: all). */
  readonly node?: readonly string[];
}
