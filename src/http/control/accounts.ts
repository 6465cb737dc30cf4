import type { Hono } from 'hono';
import { z } from 'zod';
import { accountSeedSchema } from '../../account-schema.ts';
import { changedAccount, newAccount, renewedAccount } from '../../accounts.ts';
import type { Runtime } from '../../runtime.ts';
import type { Account } from '../../store/accounts.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, notFound } from './control-error.ts';
import { jsonBody } from './input.ts';
import { accountShape } from './shapes.ts';

const changeSchema = accountSeedSchema.omit({ id: true });
const renewSchema = z.strictObject({ what: z.enum(['test', 'live', 'api_key', 'secret_key']) });

export function accountRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;

  app.get('/accounts', (c) =>
    c.json({ data: store.accounts.all().map((account) => accountShape(account, 'masked')), next: null }),
  );

  app.get('/accounts/:id', (c) => c.json(accountShape(existing(runtime, c.req.param('id')), 'shown')));

  app.post('/accounts', async (c) => {
    const seed = await jsonBody(c, accountSeedSchema);
    const account = await stored(runtime, () => {
      const made = newAccount(seed, runtime.ids, runtime.clock.now());
      store.accounts.insert(made);
      return made;
    });
    return c.json(accountShape(account, 'shown'), 201);
  });

  app.patch('/accounts/:id', async (c) => {
    const change = await jsonBody(c, changeSchema);
    const account = await stored(runtime, () =>
      replaced(runtime, c.req.param('id'), (old) => changedAccount(old, change)),
    );
    return c.json(accountShape(account, 'shown'));
  });

  app.post('/accounts/:id/renew', async (c) => {
    const { what } = await jsonBody(c, renewSchema);
    const account = await stored(runtime, () =>
      replaced(runtime, c.req.param('id'), (old) => renewedAccount(old, what, runtime.ids)),
    );
    return c.json(accountShape(account, 'shown'));
  });
}

function existing(runtime: Runtime, id: string): Account {
  const account = runtime.store.accounts.get(id);
  if (!account) throw notFound('account', id);
  return account;
}

function replaced(runtime: Runtime, id: string, change: (old: Account) => Account): Account {
  const account = change(existing(runtime, id));
  runtime.store.accounts.replace(account);
  return account;
}

/** Stores a change of accounts whole, or refuses it whole when a key or a token is another account's. */
async function stored(runtime: Runtime, change: () => Account): Promise<Account> {
  try {
    return await runtime.store.commit(() => {
      const account = change();
      runtime.journal.append({ type: 'account.changed', accountId: account.id });
      return account;
    });
  } catch (error) {
    const taken =
      error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
    if (!taken) throw error;
    throw new ControlError(409, 'ALREADY_TAKEN', 'The id, the API key or an access token is taken already.');
  }
}
