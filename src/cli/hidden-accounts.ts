import type { Config } from '../config/config.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import { keptOut } from '../sandbox/kept-out.ts';
import type { Account } from '../store/accounts.ts';

const mostNames = 5;

/** Names the accounts of the fixtures file that are not in effect, because stored ones override them. */
export function tellOfHiddenAccounts(stored: readonly Account[], { data, accounts }: Config): void {
  const hidden = keptOut(accounts, stored);
  if (hidden.length === 0) return;
  const words = hidden
    .slice(0, mostNames)
    .map(
      ({ id, isStored }) => `${JSON.stringify(id)} ${isStored ? 'keeps its stored values' : 'is not added'}`,
    );
  const more = hidden.length > mostNames ? [`and ${hidden.length - mostNames} more`] : [];
  const where = data === undefined ? 'snapshot' : 'data file';
  tell(
    printable(
      `Accounts in the ${where} override the fixtures: ${[...words, ...more].join('; ')}. \`gateway-sandbox reset\` deletes all data and starts with those of the fixtures.`,
    ),
  );
}
