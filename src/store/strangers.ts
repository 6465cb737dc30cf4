import type { RequestRow } from './schema-records.ts';

/**
 * The sender of a request that is kept separate from the log: a client without valid keys, a web page, or a
 * client that used a refused host name.
 */
export type Stranger = 'caller' | 'page' | 'host';

/** A request without valid keys. */
export interface StrangerRow extends RequestRow {
  /** Why it is kept separate, and how much of it, for the developer. */
  readonly note: string;
}

interface Kept {
  readonly row: RequestRow;
  readonly note: string;
  readonly bytes: number;
  readonly at: number;
  /** Requests that followed too soon to get their own row. */
  others: number;
}

interface Limits {
  readonly rows: number;
  readonly bytes: number;
  /** Requests that follow sooner after the last row are only counted. */
  readonly gapMs: number;
}

/** A page can send thousands of requests a second. One a second is enough to notice them. */
const limitsOf: Readonly<Record<Stranger, Limits>> = {
  caller: { rows: 500, bytes: 1024 * 1024, gapMs: 0 },
  page: { rows: 50, bytes: 256 * 1024, gapMs: 1000 },
  host: { rows: 50, bytes: 256 * 1024, gapMs: 1000 },
};

/**
 * The newest requests without valid keys. They are kept in memory, limited in number and size, so that
 * clients without keys cannot write to the data file, fill the memory, or push a developer's own requests out
 * of the log.
 */
export class Strangers {
  readonly #kept: Record<Stranger, Kept[]> = { caller: [], page: [], host: [] };
  #lastId = 0;
  #changes = 0;

  /** Grows with every change of these rows. */
  get changes(): number {
    return this.#changes;
  }

  /** The newest id among them, including deleted ones. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Keeps a request, or counts it with the previous one. Returns the id of the row. `now` is real time. */
  add(
    stranger: Stranger,
    { now, ...request }: { now: number; row: Omit<RequestRow, 'id'>; note: string },
    nextId: () => number,
  ): number {
    this.#changes += 1;
    const kept = this.#kept[stranger];
    const { gapMs } = limitsOf[stranger];
    const last = kept.at(-1);
    if (last && now - last.at < gapMs) {
      last.others += 1;
      return last.row.id;
    }
    const row = { ...request.row, id: nextId() };
    this.#lastId = row.id;
    kept.push({ row, note: request.note, bytes: sizeOf(row), at: now, others: 0 });
    dropOldest(kept, limitsOf[stranger]);
    return row.id;
  }

  get(id: number): StrangerRow | undefined {
    return this.all().find((row) => row.id === id);
  }

  all(): StrangerRow[] {
    return Object.values(this.#kept).flatMap((kept) => kept.map(told));
  }

  clear(): void {
    this.#changes += 1;
    for (const kept of Object.values(this.#kept)) kept.length = 0;
    this.#lastId = 0;
  }
}

function dropOldest(kept: Kept[], { rows, bytes }: Limits): void {
  let total = kept.reduce((sum, each) => sum + each.bytes, 0);
  while (kept.length > rows || (total > bytes && kept.length > 1)) total -= kept.shift()?.bytes ?? 0;
}

function told({ row, note, others }: Kept): StrangerRow {
  const more = others === 0 ? '' : ` ${others} more came within the same second and are not listed.`;
  return { ...row, note: note + more };
}

function sizeOf({ path, headers, body, answer, trace, lint }: RequestRow): number {
  return path.length + headers.length + body.length + answer.length + trace.length + lint.length + 500;
}
