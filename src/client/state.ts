import type { Duration } from '../protocol/duration.ts';
import type { Settings } from '../settings/settings.ts';
import { type Connection, segment } from './connection.ts';
import type { Page } from './shapes.ts';
import type { Time } from './words.ts';

export interface ClockState {
  readonly now: Time;
  readonly frozen: boolean;
  /** How far it is ahead of real time. */
  readonly offset_ms: number;
}

/** What every expiry, limit and retry reads. What becomes due by a move is done before the promise settles. */
export class Clock {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  read(): Promise<ClockState> {
    return this.#connection.get('clock');
  }

  advance(by: Duration): Promise<ClockState> {
    return this.#connection.post('clock/advance', { body: { by } });
  }

  /** Stands still, now or at an ISO 8601 time. */
  freeze(at?: Time): Promise<ClockState> {
    return this.#connection.post('clock/freeze', { body: at === undefined ? {} : { at } });
  }

  resume(): Promise<ClockState> {
    return this.#connection.post('clock/resume');
  }
}

/** Settings at any depth; a limit of several members is given whole. */
export type SettingsPatch = {
  readonly [Name in keyof Settings]?: Settings[Name] extends Duration | boolean | null
    ? Settings[Name]
    : null extends Settings[Name]
      ? Settings[Name]
      : PatchOf<Settings[Name]>;
};
type PatchOf<Whole> = Whole extends object
  ? { readonly [Name in keyof Whole]?: PatchOf<Whole[Name]> }
  : Whole;

/** Everything that can be switched while the sandbox runs. */
export class SettingsControl {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  read(): Promise<Settings> {
    return this.#connection.get('settings');
  }

  /** Taken whole or refused whole; gives all of them. */
  change(patch: SettingsPatch): Promise<Settings> {
    return this.#connection.patch('settings', patch);
  }
}

export interface Snapshot {
  readonly name: string;
  readonly saved_at: Time;
}

/** Everything under a name, and back. A name is 1 to 64 of A-Z a-z 0-9 . _ - */
export class Snapshots {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async list(): Promise<readonly Snapshot[]> {
    return (await this.#connection.get<Page<Snapshot>>('snapshots')).data;
  }

  async save(name: string): Promise<void> {
    await this.#connection.post('snapshots', { body: { name } });
  }

  async restore(name: string): Promise<void> {
    await this.#connection.post(`snapshots/${segment(name)}/restore`);
  }

  remove(name: string): Promise<void> {
    return this.#connection.remove(`snapshots/${segment(name)}`);
  }
}
