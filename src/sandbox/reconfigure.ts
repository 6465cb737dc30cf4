import { isDeepStrictEqual } from 'node:util';
import { type AccountSeed, changedAccount, newAccount } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { mappableTokens } from '../gateways/names.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { patchOf, type Settings, settingEntries, valueAt } from '../settings/settings.ts';
import { refuseMissingTimes } from './report-times.ts';
import type { Beginning } from './state.ts';

/** The parts of a configuration that can change while the sandbox runs. */
export type Reconfiguration = Pick<Config, 'settings' | 'accounts' | 'names'>;

/**
 * Applies a changed configuration. A setting that it changes overrides what was set in the dashboard; all
 * others keep their values. Removed accounts stay until a reset, because payments refer to them. Returns a
 * description of each change.
 */
export async function reconfigure(
  runtime: Runtime,
  beginning: Beginning,
  next: Reconfiguration,
): Promise<readonly string[]> {
  refuseMissingTimes(runtime, next.settings, runtime.settings.current);
  const change = await import('../settings/settings-change.ts');
  const changed = settingNames.filter(
    (name) => !isDeepStrictEqual(valueAt(next.settings, name), valueAt(beginning.settings, name)),
  );
  const { settings, accountWords } = await runtime.store.commit(() => ({
    settings: takeSettings(runtime, next.settings, changed, change),
    accountWords: takeAccounts(runtime, beginning.accounts, next.accounts),
  }));
  const named = mappableTokens.map((token) => [token, runtime.names.of(token)] as const);
  beginning.settings = next.settings;
  beginning.accounts = next.accounts;
  runtime.settings.current = settings;
  runtime.names.replace(next.names);
  return [
    ...changed.map((name) => `${name} is now ${inWords(valueAt(settings, name))}`),
    ...accountWords,
    ...named
      .filter(([token, name]) => runtime.names.of(token) !== name)
      .map(([token]) => `${token} is now called ${runtime.names.of(token)}`),
  ];
}

const settingNames = settingEntries.map(([name]) => name);

/** The settings in effect: the configuration's, plus the dashboard's changes to the others. */
function takeSettings(
  { store, journal }: Runtime,
  configured: Settings,
  changed: readonly string[],
  { changedSettings, mergedPatch, withinLimits }: typeof import('../settings/settings-change.ts'),
): Settings {
  const patchOfAll = (values: Settings, names: readonly string[]) =>
    names.map((name) => patchOf(name, valueAt(values, name))).reduce(mergedPatch, {});
  // Safe: the settings schema accepted the values when they were stored.
  const stored = withinLimits(store.facts.get('settings') ?? {}) as Settings;
  const others = settingNames.filter(
    (name) => valueAt(stored, name) !== undefined && !changed.includes(name),
  );
  const kept = patchOfAll(stored, others);
  if (changed.length > 0) {
    store.facts.put('settings', kept);
    journal.append({ type: 'settings.changed', data: { settings: patchOfAll(configured, changed) } });
  }
  return changedSettings(configured, kept);
}

/** Updates accounts whose seed changed and adds new ones. */
function takeAccounts(
  { store, ids, clock, journal }: Runtime,
  before: readonly AccountSeed[],
  seeds: readonly AccountSeed[],
): string[] {
  const news = seeds.filter((seed) => !before.some((each) => isDeepStrictEqual(each, seed)));
  const added = news.map((seed) => {
    const old = seed.id === undefined ? undefined : store.accounts.get(seed.id);
    const account = old ? changedAccount(old, seed) : newAccount(seed, ids, clock.now());
    if (old) store.accounts.replace(account);
    else store.accounts.insert(account);
    journal.append({ type: 'account.changed', accountId: account.id });
    return `account ${account.id} is ${old ? 'changed' : 'added'}`;
  });
  const removed = before
    .flatMap(({ id }) => (id === undefined || seeds.some((seed) => seed.id === id) ? [] : [id]))
    .map((id) => `account ${id} stays until a reset`);
  return [...added, ...removed];
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
