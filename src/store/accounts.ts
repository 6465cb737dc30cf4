import { asc, eq, sql } from 'drizzle-orm';
import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import { type Mode, modes } from '../protocol/vocabulary.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { type AccountGateway, accessTokens, accounts, whitelistEntries } from './schema.ts';
import { bound, insertInto } from './statements.ts';

/** A merchant with its tokens and its whitelist. */
export type Account = Omit<typeof accounts.$inferSelect, 'whitelistEnabled'> & {
  readonly accessTokens: Readonly<Record<Mode, string>>;
  readonly whitelist: { readonly enabled: boolean; readonly entries: readonly string[] };
};

/** The account and mode of an access token. */
export interface TokenHolder {
  readonly account: Account;
  readonly mode: Mode;
}

/** The default of each gateway in a new account: everything on, in the gateway's own currency. */
// Every token of the registry has an entry.
export const usualGateways = Object.fromEntries(
  gatewayTokens.map((token): [string, AccountGateway] => [
    token,
    { allowed: true, configured: true, test_mode: true, currency: gateways[token].currency },
  ]),
) as Readonly<Record<GatewayToken, AccountGateway>>;

export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(database: Database) {
  const statements = prepare(database);
  // Requests, pages and the masking of keys need accounts all the time, so each is built once and cached
  // until it changes.
  const kept = new Map<string, Account>();
  const holders = new Map<string, TokenHolder>();
  let everyone: readonly Account[] | undefined;
  const invalidate = () => {
    kept.clear();
    holders.clear();
    everyone = undefined;
  };
  database.onInvalidate(invalidate);

  /** Invalidates one account: rereading thousands of accounts after each change would take seconds. */
  function invalidateOne(id: string): void {
    for (const token of Object.values(kept.get(id)?.accessTokens ?? {})) holders.delete(token);
    kept.delete(id);
    everyone = undefined;
  }

  function get(id: string): Account | undefined {
    const known = kept.get(id);
    if (known) return known;
    const row = statements.one.get({ id });
    return row && keptWhole(row);
  }

  function keptWhole(row: typeof accounts.$inferSelect): Account {
    const account = kept.get(row.id) ?? whole(statements, row);
    kept.set(row.id, account);
    return account;
  }

  function ofToken(token: string): TokenHolder | undefined {
    const known = holders.get(token);
    if (known) return known;
    const found = statements.byToken.get({ token });
    const account = found && get(found.accountId);
    if (!found || !account) return undefined;
    const holder = { account, mode: found.mode };
    holders.set(token, holder);
    return holder;
  }

  /** Throws SQLite's constraint error when another account has the same key or token. */
  function insert(account: Account): void {
    invalidateOne(account.id);
    statements.insert(rowOf(account));
    insertParts(account);
  }

  function insertParts(account: Account): void {
    for (const mode of modes) {
      statements.insertToken({ token: account.accessTokens[mode], accountId: account.id, mode });
    }
    account.whitelist.entries.forEach((entry, position) => {
      statements.insertEntry({ accountId: account.id, position, entry });
    });
  }

  function removeParts(id: string): void {
    invalidateOne(id);
    statements.removeTokens.run({ id });
    statements.removeEntries.run({ id });
  }

  return {
    all(): readonly Account[] {
      everyone ??= statements.all.all().map(keptWhole);
      return everyone;
    },
    get,
    ofToken,
    insert,
    remove(id: string): void {
      removeParts(id);
      statements.remove.run({ id });
    },
    /** Changes the account with this id, which keeps its place in the list. Throws like `insert`. */
    replace(account: Account): void {
      removeParts(account.id);
      database.orm.update(accounts).set(rowOf(account)).where(eq(accounts.id, account.id)).run();
      insertParts(account);
    },
  };
}

function rowOf({ accessTokens: _, whitelist, ...row }: Account): typeof accounts.$inferSelect {
  return { ...row, whitelistEnabled: whitelist.enabled };
}

function whole(statements: ReturnType<typeof prepare>, row: typeof accounts.$inferSelect): Account {
  const { whitelistEnabled, ...rest } = row;
  const tokens = Object.fromEntries(
    statements.tokensOf.all({ id: row.id }).map(({ mode, token }) => [mode, token]),
  );
  const entries = statements.entriesOf.all({ id: row.id }).map(({ entry }) => entry);
  return {
    ...rest,
    // A data file from before a gateway was added does not know it.
    gateways: { ...usualGateways, ...rest.gateways },
    accessTokens: { test: tokens.test ?? '', live: tokens.live ?? '' },
    whitelist: { enabled: whitelistEnabled, entries },
  };
}

function prepare({ orm }: Database) {
  const id = bound('id');
  return lazy({
    // In order of creation, which only SQLite's rowid knows: the clock may have been moved back.
    all: () => orm.select().from(accounts).orderBy(sql`rowid`).prepare(),
    one: () => orm.select().from(accounts).where(eq(accounts.id, id)).prepare(),
    byToken: () =>
      orm
        .select()
        .from(accessTokens)
        .where(eq(accessTokens.token, bound('token')))
        .prepare(),
    tokensOf: () => orm.select().from(accessTokens).where(eq(accessTokens.accountId, id)).prepare(),
    entriesOf: () =>
      orm
        .select()
        .from(whitelistEntries)
        .where(eq(whitelistEntries.accountId, id))
        .orderBy(asc(whitelistEntries.position))
        .prepare(),
    insert: () => insertInto(orm, accounts),
    insertToken: () => insertInto(orm, accessTokens),
    insertEntry: () => insertInto(orm, whitelistEntries),
    remove: () => orm.delete(accounts).where(eq(accounts.id, id)).prepare(),
    removeTokens: () => orm.delete(accessTokens).where(eq(accessTokens.accountId, id)).prepare(),
    removeEntries: () => orm.delete(whitelistEntries).where(eq(whitelistEntries.accountId, id)).prepare(),
  });
}
