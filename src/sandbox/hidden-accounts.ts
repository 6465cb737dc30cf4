import { isDeepStrictEqual } from 'node:util';
import { type AccountSeed, changedAccount } from '../accounts/accounts.ts';
import type { Account, AccountStore } from '../store/accounts.ts';

/** An account of the fixtures that is not stored as it is there. */
export interface HiddenAccount {
  readonly seed: AccountSeed;
  /** The members that differ. Undefined if the whole account is missing. */
  readonly members: readonly string[] | undefined;
}

/**
 * The accounts of the fixtures that are missing, or stored with other values. One without an ID is looked up
 * by its keys, then by its name.
 */
export function hiddenAccounts(store: AccountStore, seeds: readonly AccountSeed[]): readonly HiddenAccount[] {
  const find = lookup(store);
  return seeds.flatMap((seed): HiddenAccount[] => {
    if (!isKnowable(seed)) return [];
    const stored = find(seed);
    if (!stored) return [{ seed, members: undefined }];
    const members = membersThatDiffer(stored, seed);
    return members.length === 0 ? [] : [{ seed, members }];
  });
}

/** The accounts of the fixtures that are not stored, and whose keys no stored one has. */
export function missingAccounts(store: AccountStore, seeds: readonly AccountSeed[]): readonly AccountSeed[] {
  const missing = seeds.filter(({ id }) => id !== undefined && !store.get(id));
  if (missing.length === 0) return [];
  const keys = new Set(store.all().map(({ apiKey }) => apiKey));
  return missing.filter(
    ({ api_key: key = '', access_tokens: tokens }) =>
      !keys.has(key) && [tokens?.test, tokens?.live].every((each = '') => !store.ofToken(each)),
  );
}

function lookup(store: AccountStore): (seed: AccountSeed) => Account | undefined {
  const all = store.all();
  const byKey = new Map(all.map((each) => [each.apiKey, each]));
  const byName = new Map(all.map((each) => [each.name, each]));
  return ({ id, api_key: key = '', access_tokens: tokens, name = '' }) => {
    if (id !== undefined) return store.get(id);
    const ofToken = store.ofToken(tokens?.test ?? '') ?? store.ofToken(tokens?.live ?? '');
    return byKey.get(key) ?? ofToken?.account ?? byName.get(name);
  };
}

/** Anything else gets generated values, so it cannot be recognized later. */
function isKnowable({ id, api_key: key, access_tokens: tokens, name }: AccountSeed): boolean {
  return [id, key, tokens?.test, tokens?.live, name].some((each) => each !== undefined);
}

function membersThatDiffer(stored: Account, { id, ...seed }: AccountSeed): string[] {
  if (isDeepStrictEqual(changedAccount(stored, seed), stored)) return [];
  return Object.entries(seed)
    .filter(([member, value]) => !isDeepStrictEqual(changedAccount(stored, { [member]: value }), stored))
    .map(([member]) => member);
}
