import { errorMessage } from '../host/errors.ts';
import { isObject } from '../input/paths.ts';
import { defaultSettings } from '../settings/settings.ts';
import { ConfigError, type GivenConfig } from './config.ts';
import { variableOf } from './member-values.ts';

/** Flags override variables, which override the config file. */
export interface Layers {
  readonly file: GivenConfig;
  readonly variables: GivenConfig;
  readonly flags: GivenConfig;
}

export interface Layered {
  /** All layers. */
  readonly given: GivenConfig;
  readonly file: GivenConfig;
  /** Variables and flags, which are for this start. */
  readonly start: GivenConfig;
}

/** Merges all layers, settings one by one: `--set` keeps the file's other settings. Throws `ConfigError`. */
export async function layered({ file, variables, flags }: Layers): Promise<Layered> {
  if (variables.settings === undefined && flags.settings === undefined) {
    const start = { ...variables, ...flags };
    return { given: { ...file, ...start }, file, start };
  }
  // Loaded only when there is something to validate, because it loads Zod.
  const { mergedPatch } = await import('../settings/settings-change.ts');
  const over = (lower: GivenConfig, upper: GivenConfig): GivenConfig => {
    if (upper.settings === undefined) return { ...lower, ...upper };
    // A `--profile` in the lower layer must not override a `profile` in these settings.
    const kept = Object.entries(lower).filter(([name]) => !isIn(upper.settings, name));
    return {
      ...Object.fromEntries(kept),
      ...upper,
      settings: mergedPatch(lower.settings, upper.settings),
    };
  };
  const fromVariables = await settingsOfVariable(variables);
  const start = over(fromVariables, await settingsOfFlags(flags));
  return { given: over(file, start), file, start };
}

function isIn(settings: unknown, name: string): boolean {
  return ['profile', 'strict', 'weather', 'latency'].includes(name) && Object.hasOwn(Object(settings), name);
}

async function settingsOfVariable(given: GivenConfig): Promise<GivenConfig> {
  if (given.settings === undefined) return given;
  const settings = object(String(given.settings));
  const { changedSettings, SettingsError } = await import('../settings/settings-change.ts');
  try {
    changedSettings(defaultSettings('observed'), settings);
  } catch (error) {
    throw error instanceof SettingsError ? wrongVariable(error.sentence) : error;
  }
  return { ...given, settings };
}

function object(text: string): object {
  const shape = 'must be a JSON object such as {"otp":{"policy":"fixed"}}';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrongVariable(`${shape}: ${errorMessage(error).replace(/\s+/g, ' ')}.`);
  }
  if (isObject(value)) return value;
  throw wrongVariable(`${shape}, not ${text.slice(0, 100)}.`);
}

function wrongVariable(why: string): ConfigError {
  const variable = variableOf('settings') ?? '';
  return new ConfigError(`${variable}: ${why}`, { variable });
}

function wrongFlag(why: string): ConfigError {
  return new ConfigError(why);
}

async function settingsOfFlags(given: GivenConfig): Promise<GivenConfig> {
  const { settings } = given;
  // `loadConfig` also accepts settings as an object.
  if (!Array.isArray(settings)) return given;
  const [{ mergedPatch, SettingsError }, { patchOfText }] = await Promise.all([
    import('../settings/settings-change.ts'),
    import('../settings/setting-text.ts'),
  ]);
  const patchOf = (assignment: string): unknown => {
    const at = assignment.indexOf('=');
    if (at < 1)
      throw wrongFlag(
        `--set ${JSON.stringify(assignment)} must have the form NAME=VALUE, such as otp.policy=fixed.`,
      );
    try {
      return patchOfText(assignment.slice(0, at), assignment.slice(at + 1));
    } catch (error) {
      throw error instanceof SettingsError ? wrongFlag(`--set: ${error.sentence}`) : error;
    }
  };
  return { ...given, settings: settings.map(String).map(patchOf).reduce(mergedPatch, {}) };
}
