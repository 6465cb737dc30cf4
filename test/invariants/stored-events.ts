import type Sqlite from 'better-sqlite3';

interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly accountId: string | null;
  readonly transactionId: number | null;
  readonly processId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The journal as it is stored, oldest first. */
export class StoredEvents {
  readonly #events: readonly StoredEvent[];

  constructor(sqlite: Sqlite.Database) {
    const rows = sqlite
      .prepare<[], Omit<StoredEvent, 'data'> & { readonly data: string }>(
        `SELECT id, type, account_id AS accountId, transaction_id AS transactionId, process_id AS processId, data
         FROM events ORDER BY id`,
      )
      .all();
    this.#events = rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
  }

  all(): readonly StoredEvent[] {
    return this.#events;
  }

  /** What a switch stood at when an event was told, as far as changes of the settings say; undefined where none named it. */
  setting(path: readonly string[], before: number): unknown {
    const changes = this.#events.filter(({ id, type }) => id < before && type === 'settings.changed');
    const values = changes.map(({ data }) => valueAt(data.settings, path));
    return values.findLast((value) => value !== undefined);
  }

  /** The event that began or ended something; 0 for none. */
  idOf(type: string, isMeant: (event: StoredEvent) => boolean): number {
    return this.#events.find((event) => event.type === type && isMeant(event))?.id ?? 0;
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(name) : undefined),
    value,
  );
}
