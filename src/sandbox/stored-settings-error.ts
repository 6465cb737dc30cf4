import { UserError } from '../host/user-error.ts';
import { defaultSettings, settingEntries, valueAt } from '../settings/settings.ts';
import { settingsChange } from './stored-settings.ts';

/** What to tell the user where stored settings do not fit the configuration. Other errors stay as they are. */
export async function storedSettingsError(error: unknown, data: string | undefined): Promise<unknown> {
  const { SettingsError } = await settingsChange();
  if (!(error instanceof SettingsError)) return error;
  const place = data === undefined ? 'the snapshot' : data;
  return new UserError(
    `The settings stored in ${place} do not fit the configuration: ${error.sentence} ${advice(error.field)}`,
    { cause: error },
  );
}

function advice(field = ''): string {
  const found = settingEntries.find(([name]) => field === name || field.startsWith(`${name}.`));
  if (!found) return 'Start with the version of gateway-sandbox that stored them, or without them.';
  const [name, { usual }] = found;
  if (usual === null) return `Set the whole setting at a start, for example with --set ${name}=null.`;
  // The tables: a start adds the stored members to the configured ones.
  if (field === name && typeof usual === 'object') return `Remove some of ${name} from the configuration.`;
  // Null removes a member of a table.
  const value = valueAt(defaultSettings('observed'), field) ?? null;
  return `Set it at a start, for example with --set ${field}=${value}.`;
}
