import type { Context, Hono } from 'hono';
import { type AppEnv, connectionOf } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { Account } from '../../store/accounts.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import {
  accountAsked,
  accountVersions,
  brandAsked,
  brandRefused,
  differencesFrom,
  whitelistAsked,
} from './account-form.ts';
import { type AccountForm, type AccountView, accountModel } from './account-model.ts';
import { type Action, act, type Edited, type OperationId, type RefusedForm } from './actions.ts';
import { conflictWords } from './edit-conflict.ts';

const path = '/_sandbox/account';

/** The accounts of this sandbox: their keys, permissions and allowed addresses. */
export function accountPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { store } = parts.runtime;
  const show = (c: Context<AppEnv>, id: string | undefined, view: Partial<AccountView> = {}) => {
    const all = store.accounts.all();
    const account = id === undefined ? all[0] : store.accounts.get(id);
    if (!account) return notFoundPage(c, parts.runtime);
    return shown(c, parts, account, view);
  };
  app.get(path, (c) => show(c, idIn(readerOf(c).address)));
  app.post(path, (c) =>
    act(c, parts, {
      operation: 'createAccount',
      ask: (read) => ({ body: { name: read('new_name').trim() || undefined } }),
      next: ({ id }) => addressOf(id, 'added'),
      again: (form) => show(c, idIn(readerOf(c).address), { refused: { which: 'added', form } }),
    }),
  );
  changes(app, parts, show);
  // Renders the page directly: secrets must appear neither in a URL nor on a page that did not ask for them.
  app.post(`${path}/:id/show`, (c) => show(c, c.req.param('id'), { areShown: true }));
}

/** The account that an address of this page shows. The switcher chooses it here as on every page. */
function idIn(address: string): string | undefined {
  const { searchParams } = new URL(address, 'http://sandbox.invalid');
  return searchParams.get('id') ?? (searchParams.get('account') || undefined);
}

type Show = (c: Context<AppEnv>, id: string, view: Partial<AccountView>) => Response;

/** The forms of one account. */
function changes(app: Hono<AppEnv>, parts: AppParts, show: Show): void {
  const change = <Id extends OperationId>(
    c: Context<AppEnv>,
    operation: Id,
    which: Exclude<AccountForm, 'added'>,
    ask: Action<Id>['ask'],
  ) => {
    const id = c.req.param('id') ?? '';
    return act(c, parts, {
      operation,
      ask,
      ...(which !== 'renew' && { edited: editedOf(c, parts, id, which) }),
      next: () => addressOf(id, which),
      again: (form) => show(c, id, { refused: { which, form: refusedIn(c, which, form) } }),
    });
  };

  app.post(`${path}/:id`, (c) =>
    change(c, 'changeAccount', 'account', (read) => ({ params: c.req.param(), body: accountAsked(read) })),
  );
  app.post(`${path}/:id/whitelist`, (c) =>
    change(c, 'changeAccount', 'whitelist', (read) => ({
      params: c.req.param(),
      body: whitelistAsked(read),
    })),
  );
  app.post(`${path}/:id/brand`, (c) =>
    change(c, 'changeAccount', 'brand', (read) => ({ params: c.req.param(), body: brandAsked(read) })),
  );
  app.post(`${path}/:id/renew`, (c) =>
    change(c, 'renewCredential', 'renew', (read) => ({
      params: c.req.param(),
      body: { what: read('what') },
    })),
  );
}

function refusedIn(c: Context<AppEnv>, which: AccountForm, form: RefusedForm): RefusedForm {
  return which === 'brand' ? brandRefused(readerOf(c).t.dashboard.account, form) : form;
}

/** If the account doesn't exist, the version is empty, and the call itself reports the missing account. */
function editedOf(
  c: Context<AppEnv>,
  { runtime }: AppParts,
  id: string,
  which: Exclude<AccountForm, 'renew' | 'added'>,
): Edited {
  const present = () => runtime.store.accounts.get(id);
  const { dashboard } = readerOf(c).t;
  return {
    version: () => {
      const account = present();
      return account ? accountVersions(account)[which] : '';
    },
    conflict: (read) => {
      const account = present();
      if (!account) return '';
      return conflictWords(
        dashboard,
        differencesFrom(dashboard.account, which, read, account, runtime.names),
      );
    },
  };
}

function addressOf(id: string, done: string): string {
  return `${path}?${new URLSearchParams({ id, done })}`;
}

function shown(c: Context<AppEnv>, parts: AppParts, account: Account, view: Partial<AccountView>): Response {
  const model = accountModel(parts.runtime, readerOf(c), account, {
    ownAddress: connectionOf(c, parts.options.trustProxy).remoteAddress,
    address: c.req.query('address'),
    done: c.req.query('done'),
    areShown: false,
    ...view,
  });
  return page(c, model.refusal === '' ? 200 : 422, 'dashboard/account', model);
}
