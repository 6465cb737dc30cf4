import type { Duration } from '../protocol/duration.ts';
import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { ClockState, Settings, SettingsPatch, Snapshot } from './contract.ts';
import { everyRow } from './every-row.ts';
import type { Time } from './words.ts';

/** The clock behind every expiry, limit and retry. Promises resolve after everything due has happened. */
export class Clock {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  read(): Promise<ClockState> {
    return this.#connection.call('getClock');
  }

  advance(by: Duration): Promise<ClockState> {
    return this.#connection.call('advanceClock', { body: { by } });
  }

  /** Freezes the clock, now or at an ISO 8601 time. */
  freeze(at?: Time): Promise<ClockState> {
    return this.#connection.call('freezeClock', { body: { at } });
  }

  resume(): Promise<ClockState> {
    return this.#connection.call('resumeClock');
  }
}

/** The settings that can change while the sandbox runs. */
export class SettingsControl {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  read(): Promise<Settings> {
    return this.#connection.call('getSettings');
  }

  /** Applies the whole patch or nothing. Returns all settings. */
  async change(patch: SettingsPatch): Promise<Settings> {
    return this.#connection.call('changeSettings', { body: objectGiven('patch', patch) });
  }
}

/** Named snapshots of the whole state. A name is 1 to 64 of A-Z a-z 0-9 . _ - */
export class Snapshots {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists all snapshots. */
  async list(): Promise<readonly Snapshot[]> {
    return everyRow(
      (query) => this.#connection.call('listSnapshots', { query }),
      ({ name }) => name,
    );
  }

  async save(name: string): Promise<void> {
    await this.#connection.call('saveSnapshot', { body: { name } });
  }

  async restore(name: string): Promise<void> {
    await this.#connection.call('restoreSnapshot', { params: { name } });
  }

  async remove(name: string): Promise<void> {
    await this.#connection.call('removeSnapshot', { params: { name } });
  }
}
