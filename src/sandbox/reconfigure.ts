import { isDeepStrictEqual } from 'node:util';
import { type AccountSeed, changedAccount, newAccount } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { ownNames } from '../config/named-settings.ts';
import { mappableTokens } from '../gateways/names.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { valueAt } from '../settings/settings.ts';
import { missingAccounts } from './hidden-accounts.ts';
import { refuseMissingTimes } from './report-times.ts';
import type { Beginning } from './state.ts';
import { differingNames, settingsChange, takeConfigured } from './stored-settings.ts';

/** The parts of a configuration that can change while the sandbox runs. */
export type Reconfiguration = Pick<Config, 'settings' | 'namedSettings' | 'accounts' | 'names' | 'fixtures'>;

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
  const change = await settingsChange();
  const changed = differingNames(next.settings, beginning.settings);
  const own = ownNames(next.namedSettings);
  const { settings, accountWords } = await runtime.store.commit(() => ({
    settings: takeConfigured(runtime, { settings: next.settings, own }, changed, change),
    accountWords: takeAccounts(runtime, beginning.accounts, next),
  }));
  const named = mappableTokens.map((token) => [token, runtime.names.of(token)] as const);
  // After a change of profile at run time, a setting also changes when the file starts or stops naming it.
  const followed = differingNames(settings, runtime.settings.current);
  beginning.settings = next.settings;
  beginning.own = own;
  beginning.accounts = next.accounts;
  runtime.settings.current = settings;
  runtime.names.replace(next.names);
  return [
    ...[...new Set([...changed, ...followed])].map(
      (name) => `${name} is now ${inWords(valueAt(settings, name))}`,
    ),
    ...accountWords,
    ...named
      .filter(([token, name]) => runtime.names.of(token) !== name)
      .map(([token]) => `${token} is now called ${runtime.names.of(token)}`),
  ];
}

/** Updates accounts whose seed changed and adds new ones, also those that the start did not take. */
function takeAccounts(
  { store, ids, clock, journal }: Runtime,
  before: readonly AccountSeed[],
  { accounts: seeds, fixtures }: Reconfiguration,
): string[] {
  // Without a file, the built-in account stays out of a data file that has others.
  const missing = fixtures === undefined ? [] : missingAccounts(store.accounts, seeds);
  const news = seeds.filter(
    (seed) => missing.includes(seed) || !before.some((each) => isDeepStrictEqual(each, seed)),
  );
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
