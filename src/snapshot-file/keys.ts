import { keyMask } from '../merchant-api/misplaced-keys.ts';
import type { Snapshot } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Mask } from './columns.ts';
import { rowsOf } from './rows.ts';

/** How a file represents the keys of accounts. */
export interface Keys {
  readonly mask: Mask;
  /** The row with its keys replaced, if it has any. */
  readonly replaced: (
    kind: string,
    row: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
}

export const includedKeys: Keys = { mask: (text) => text, replaced: (_, row) => row };

/** Replaces the accounts' keys with names that are the same in every export. Also masks our own token. */
export function replacedKeys(store: Store, snapshot: Snapshot, ownToken: string | undefined): Keys {
  const numbers = new Map<unknown, number>();
  const keys: unknown[] = [ownToken];
  for (const { id, api_key: apiKey, secret_key: secretKey } of rowsOf(store, snapshot, 'accounts')) {
    numbers.set(id, numbers.size + 1);
    keys.push(apiKey, secretKey);
  }
  for (const { token } of rowsOf(store, snapshot, 'access_tokens')) keys.push(token);
  return {
    mask: keyMask(keys.filter((key) => typeof key === 'string')),
    replaced: (kind, row) => {
      if (kind === 'account') {
        const number = numbers.get(row.id);
        return { ...row, api_key: `replaced_api_key_${number}`, secret_key: `replaced_secret_key_${number}` };
      }
      if (kind !== 'access_token') return row;
      return { ...row, token: `replaced_${row.mode}_token_${numbers.get(row.account_id)}` };
    },
  };
}
