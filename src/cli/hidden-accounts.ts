import type { Config } from '../config/config.ts';
import { type HiddenAccount, hiddenAccounts } from '../sandbox/hidden-accounts.ts';
import type { AccountStore } from '../store/accounts.ts';
import { listed } from './listed.ts';

/** A sentence with the accounts of the fixtures that are not in effect, because stored ones override them. */
export function hiddenAccountsNote(
  store: AccountStore,
  { data, accounts, fixtures }: Config,
): string | undefined {
  // Nobody asked for the built-in account.
  if (fixtures === undefined) return undefined;
  const hidden = hiddenAccounts(store, accounts);
  if (hidden.length === 0) return undefined;
  return `Accounts in the ${data === undefined ? 'snapshot' : 'data file'} override the fixtures file: ${listed(hidden.map(inWords))}. To start again with those of the fixtures file, run \`gateway-sandbox reset\`, which deletes everything else except snapshots.`;
}

function inWords({ seed: { id, name }, members }: HiddenAccount): string {
  const account = JSON.stringify(id ?? name ?? 'without an ID');
  return members === undefined ? `${account} is not added` : `${account} differs in ${members.join(', ')}`;
}
