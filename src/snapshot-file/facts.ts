import { z } from 'zod';
import { jsonValue } from '../protocol/json-text.ts';
import { latestMs } from '../runtime/clock.ts';
import { defaultSettings } from '../settings/settings.ts';
import { changedSettings, SettingsError } from '../settings/settings-change.ts';
import type { Snapshot } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { rowsOf } from './rows.ts';

interface Fact {
  readonly name: string;
  readonly value: unknown;
}

/** The single values of a snapshot, sorted by name, with all settings. */
export function factLines(store: Store, snapshot: Snapshot, settings: (stored: unknown) => unknown): Fact[] {
  const stored = new Map<string, unknown>();
  for (const { name, value } of rowsOf(store, snapshot, 'facts'))
    stored.set(String(name), jsonValue(String(value)));
  stored.set('settings', settings(stored.get('settings')));
  return [...stored]
    .filter(([name]) => name in factSchemas)
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const anyTime = z.number().min(-latestMs).max(latestMs);

const factSchemas: Readonly<Record<string, z.ZodType>> = {
  clock: z.strictObject({ offsetMs: anyTime, frozenAt: anyTime.min(0).nullable() }),
  dropped_events: z.int().min(0).max(1e12),
  settings: z.record(z.string(), z.unknown()).superRefine((value, context) => {
    try {
      changedSettings(defaultSettings('observed'), value);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      context.addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') });
    }
  }),
};

export const factSchema = z.union(
  Object.entries(factSchemas).map(([name, value]) => z.strictObject({ name: z.literal(name), value })),
);
