import { nearest } from '../input/nearest.ts';
import { defaultSettings, patchOf, settingEntries } from './settings.ts';
import { changedSettings, SettingsError } from './settings-change.ts';

/** The setting of a name, which may include a member: `otp.codes.0912345678`. Throws `SettingsError`. */
export function settingOfName(name: string): string {
  const known = settingEntries.map(([each]) => each);
  const found = known.find((each) => name === each || name.startsWith(`${each}.`));
  if (found !== undefined) return found;
  const shown = JSON.stringify(name.slice(0, 100));
  const inGroup = known.find((each) => each.startsWith(`${name}.`));
  if (inGroup !== undefined)
    throw new SettingsError(
      `${shown} is a group of settings. Name one of them, such as ${inGroup}.`,
      undefined,
    );
  const like = known.find((each) => each.endsWith(`.${name}`)) ?? nearest(name, known);
  const advice =
    like === undefined ? ' `gateway-sandbox settings` lists them.' : ` Did you mean ${JSON.stringify(like)}?`;
  throw new SettingsError(`There is no setting ${shown}.${advice}`, undefined);
}

/** The patch for a typed value: JSON if the setting accepts that, else text. Throws `SettingsError`. */
export function patchOfText(name: string, text: string): unknown {
  settingOfName(name);
  const json = parsed(text);
  const values = json === undefined ? [text] : [json.value, text];
  let refusal: unknown;
  for (const value of values) {
    const patch = patchOf(name, value);
    try {
      changedSettings(defaultSettings('observed'), patch);
      return patch;
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
