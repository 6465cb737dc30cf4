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

/** The journal as it is stored, oldest first. */
export class StoredEvents {
  readonly #events: readonly StoredEvent[];
  readonly #changes: readonly StoredEvent[];
  /** The first event of each type about each subject. */
  readonly #firstIds = new Map<string, number>();
  /** Up to here events may have been dropped, those of finished stories; 0 where all are there. */
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

  /** Those of stories whose beginning is there: of what was finished long ago only the end may be left. */
  ofWholeStories(): readonly StoredEvent[] {
    const whole = new Map<string, boolean>();
    return this.#events.filter((event) => {
      const story = storyOf(event);
      const isWhole = whole.get(story) ?? (this.droppedTo === 0 || beginnings.test(event.type));
      whole.set(story, isWhole);
      return isWhole;
    });
  }

  /** What a switch stood at when an event was told, as far as changes of the settings say; undefined where none named it. */
  setting(path: readonly string[], before: number): unknown {
    const changes = this.#changes.filter(({ id, type }) => id < before && type === 'settings.changed');
    const values = changes.map(({ data }) => valueAt(data.settings, path));
    return values.findLast((value) => value !== undefined);
  }

  /** The event that began or ended something, by its transaction, process or callback; 0 for none. */
  idOf(type: string, subject: number): number {
    return this.#firstIds.get(`${type} ${subject}`) ?? 0;
  }

  /** Whether an account has other keys, or other words, than it had when an event was told. */
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
