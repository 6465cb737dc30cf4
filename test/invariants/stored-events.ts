import type Sqlite from 'better-sqlite3';

interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly accountId: string | null;
  readonly transactionId: number | null;
  readonly processId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const beginnings = /^(transaction\.|otp\.sent$|callback\.created$)/;

/** The stored events, oldest first. */
export class StoredEvents {
  readonly #events: readonly StoredEvent[];
  readonly #changes: readonly StoredEvent[];
  /** The first event of each type about each subject. */
  readonly #firstIds = new Map<string, number>();
  /** Events of finished subjects may have been dropped up to here. 0 if all exist. */
  readonly droppedTo: number;

  constructor(sqlite: Sqlite.Database) {
    const rows = sqlite
      .prepare<[], Omit<StoredEvent, 'data'> & { readonly data: string }>(
        `SELECT id, type, account_id AS accountId, transaction_id AS transactionId, process_id AS processId, data
         FROM events ORDER BY id`,
      )
      .all();
    this.#events = rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
    this.#changes = this.#events.filter(
      ({ type }) => type === 'settings.changed' || type === 'account.changed',
    );
    for (const event of this.#events) {
      const key = `${event.type} ${subjectOf(event)}`;
      if (!this.#firstIds.has(key)) this.#firstIds.set(key, event.id);
    }
    this.droppedTo = Number(
      sqlite.prepare<[], string>(`SELECT value FROM facts WHERE name = 'dropped_events'`).pluck().get() ?? 0,
    );
  }

  all(): readonly StoredEvent[] {
    return this.#events;
  }

  /** Events of subjects whose first event exists. Older finished subjects may only have their last events. */
  ofWholeStories(): readonly StoredEvent[] {
    const whole = new Map<string, boolean>();
    return this.#events.filter((event) => {
      const story = storyOf(event);
      const isWhole = whole.get(story) ?? (this.droppedTo === 0 || beginnings.test(event.type));
      whole.set(story, isWhole);
      return isWhole;
    });
  }

  /**
   * A setting's value at the time of an event, according to the recorded changes. Undefined if none mentions
   * it.
   */
  setting(path: readonly string[], before: number): unknown {
    const changes = this.#changes.filter(({ id, type }) => id < before && type === 'settings.changed');
    const values = changes.map(({ data }) => valueAt(data.settings, path));
    return values.findLast((value) => value !== undefined);
  }

  /**
   * The ID of the event that started or ended something, by its transaction, process or callback. 0 when
   * there is none.
   */
  idOf(type: string, subject: number): number {
    return this.#firstIds.get(`${type} ${subject}`) ?? 0;
  }

  /** Whether an account's keys or names have changed since an event. */
  isChangedSince(accountId: string, after: number): boolean {
    return this.#changes.some(
      (event) => event.type === 'account.changed' && event.accountId === accountId && event.id > after,
    );
  }
}

function storyOf(event: StoredEvent): string {
  return `${event.type.split('.')[0]} ${subjectOf(event)}`;
}

function subjectOf({ type, transactionId, processId, data }: StoredEvent): unknown {
  if (type.startsWith('callback.')) return data.callback_id;
  return type.startsWith('otp.') ? processId : transactionId;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(name) : undefined),
    value,
  );
}
