import { isDeepStrictEqual } from 'node:util';
import { type AccountSeed, changedAccount } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import type { Account } from '../store/accounts.ts';

const mostNames = 5;

/** Names the accounts of the fixtures file that are not in effect, because stored ones override them. */
export function tellOfHiddenAccounts(
  stored: readonly Account[],
  { data, accounts }: Pick<Config, 'data' | 'accounts'>,
): void {
  const hidden = accounts.flatMap((seed) => wordsAbout(seed, stored) ?? []);
  if (hidden.length === 0) return;
  const more = hidden.length > mostNames ? [`and ${hidden.length - mostNames} more`] : [];
  const words = [...hidden.slice(0, mostNames), ...more].join('; ');
  tell(
    printable(
      `Accounts in the ${data === undefined ? 'snapshot' : 'data file'} override the fixtures: ${words}. \`gateway-sandbox reset\` deletes all data and starts with those of the fixtures.`,
    ),
  );
}

/** An account without an ID gets a new one at each start, so it cannot be found again. */
function wordsAbout({ id, ...seed }: AccountSeed, stored: readonly Account[]): string | undefined {
  if (id === undefined) return undefined;
  const account = stored.find((each) => each.id === id);
  if (!account) return `${JSON.stringify(id)} is not added`;
  return isDeepStrictEqual(changedAccount(account, seed), account)
    ? undefined
    : `${JSON.stringify(id)} keeps its stored values`;
}
