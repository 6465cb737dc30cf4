import { z } from 'zod';
import { accountSeedSchema } from '../accounts/account-schema.ts';
import { changedAccount, newAccount, renewedAccount } from '../accounts/accounts.ts';
import { errorCode } from '../host/errors.ts';
import { credentialNames } from '../protocol/vocabulary.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Account } from '../store/accounts.ts';
import { accountAnswer, listAnswer } from './answers.ts';
import { ControlError, notFound } from './control-error.ts';
import { paging, sliceOf } from './input.ts';
import { operation } from './operation.ts';
import { accountShape } from './shapes.ts';

export const accountChange = accountSeedSchema.omit({ id: true });

/** A single account shows its credentials; lists mask them. */
export const accountOperations = {
  listAccounts: operation({
    method: 'get',
    path: '/accounts',
    summary: 'The accounts, oldest first, with masked secrets',
    query: z.strictObject(paging),
    answer: listAnswer(accountAnswer),
    run: ({ runtime }, { query }) =>
      sliceOf(runtime.store.accounts.all(), query, (account) => accountShape(account, 'masked')),
  }),

  getAccount: operation({
    method: 'get',
    path: '/accounts/:id',
    summary: 'One account with its secrets',
    answer: accountAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => accountShape(existing(runtime, params.id), 'shown'),
  }),

  createAccount: operation({
    method: 'post',
    path: '/accounts',
    summary: 'Creates an account, an isolated tenant; absent members are generated',
    body: accountSeedSchema,
    answer: accountAnswer,
    status: 201,
    refusals: [409],
    run: async ({ runtime }, { body }) => {
      const account = await stored(runtime, () => {
        const made = newAccount(body, runtime.ids, runtime.clock.now());
        runtime.store.accounts.insert(made);
        return made;
      });
      return accountShape(account, 'shown');
    },
  }),

  changeAccount: operation({
    method: 'patch',
    path: '/accounts/:id',
    summary: 'Changes what the body names, at any depth, all or nothing',
    body: accountChange,
    answer: accountAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params, body }) => replaced(runtime, params.id, (old) => changedAccount(old, body)),
  }),

  renewCredential: operation({
    method: 'post',
    path: '/accounts/:id/renew',
    summary: 'Replaces a token or key; the old one stops working immediately',
    body: z.strictObject({ what: z.enum(credentialNames) }),
    answer: accountAnswer,
    refusals: [404],
    run: ({ runtime }, { params, body }) =>
      replaced(runtime, params.id, (old) => renewedAccount(old, body.what, runtime.ids)),
  }),
};

function existing(runtime: Runtime, id: string): Account {
  const account = runtime.store.accounts.get(id);
  if (!account) throw notFound('account', id);
  return account;
}

async function replaced(runtime: Runtime, id: string, change: (old: Account) => Account) {
  const account = await stored(runtime, () => {
    const made = change(existing(runtime, id));
    runtime.store.accounts.replace(made);
    return made;
  });
  return accountShape(account, 'shown');
}

/** Stores a change to accounts, or refuses all of it when another account has the same key or token. */
async function stored(runtime: Runtime, change: () => Account): Promise<Account> {
  try {
    return await runtime.store.commit(() => {
      const account = change();
      runtime.journal.append({ type: 'account.changed', accountId: account.id });
      return account;
    });
  } catch (error) {
    const taken = errorCode(error).startsWith('SQLITE_CONSTRAINT');
    if (!taken) throw error;
    throw new ControlError(409, 'ALREADY_TAKEN', 'The id, the API key or an access token is taken already.');
  }
}
