import { isDeepStrictEqual } from 'node:util';
import { type AccountSeed, changedAccount } from '../accounts/accounts.ts';
import type { Account } from '../store/accounts.ts';

export interface KeptOut {
  readonly id: string;
  /** Whether another version of it is stored. */
  readonly isStored: boolean;
}

/** The accounts of the fixtures that stored ones override until a reset. */
export function keptOut(accounts: readonly AccountSeed[], stored: readonly Account[]): readonly KeptOut[] {
  return accounts.flatMap(({ id, ...seed }) => {
    // Without an ID, it would get a new one at each start, so it cannot be found again.
    if (id === undefined) return [];
    const account = stored.find((each) => each.id === id);
    if (account && isDeepStrictEqual(changedAccount(account, seed), account)) return [];
    return [{ id, isStored: account !== undefined }];
  });
}
