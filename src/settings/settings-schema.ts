import { z } from 'zod';
import * as kinds from './kinds.ts';
import { nested } from './nested.ts';
import { type Settings, settingEntries } from './settings.ts';

const leaves = settingEntries.map(([name, { takes }]) => [name, takes(kinds)] as const);

/** The schema of all settings. Unknown members are refused. */
// The cast: a tree built at run time has no static type, and `Settings` is derived from the same table.
export const settingsSchema = z.strictObject(
  nested<z.ZodType>(leaves, (members) => z.strictObject(members)),
) as z.ZodType as z.ZodType<Settings>;
