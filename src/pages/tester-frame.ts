import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { accountQuery } from './account-query.ts';
import { chipsOf } from './chips.ts';
import { frame } from './pages.ts';
import { railCountsOf } from './rail-counts.ts';
import type { Reader } from './reader.ts';
import type { AccountLink, TesterFrame } from './tester-models.ts';

/** The frame of the dashboard pages, with a chip for each state that changes how the sandbox answers. */
export function testerFrame(
  runtime: Runtime,
  reader: Reader,
  section: TesterFrame['section'],
  title: string,
): TesterFrame {
  const { lang, theme, address, isAnswer, account } = reader;
  return {
    ...frame(lang, pageTitle(title)),
    ...switcher(runtime, reader),
    section,
    theme,
    account,
    hrefWithoutMissingAccount: hrefWithoutMissingAccount(runtime, reader),
    accountQuery: accountQuery(account),
    answersAddress: isAnswer ? address : undefined,
    query: '',
    baseUrl: runtime.addresses.publicUrl,
    otherLanguage: { lang: lang === 'ar' ? 'en' : 'ar', to: address },
    now: isoTime(runtime.clock.now()),
    isFrozen: runtime.clock.frozen,
    run: runtime.run,
    since: String(runtime.store.events.lastId()),
    chips: chipsOf(runtime, reader),
    railCounts: railCountsOf(runtime, reader),
  };
}

export function pageTitle(title: string): string {
  return `${title} · gateway-sandbox`;
}

/** Keeps pages small with thousands of accounts. The accounts page lists all of them. */
const mostAccounts = 12;

function switcher(
  { store }: Runtime,
  { t, account, address }: Reader,
): Pick<TesterFrame, 'accountName' | 'accountLinks'> {
  const all = store.accounts.all();
  const { all: everyone } = t.dashboard.frame.switcher;
  const current = store.accounts.get(account);
  if (all.length < 2) return { accountName: all[0]?.name ?? '', accountLinks: [] };
  const first = all.slice(0, mostAccounts);
  const shown = current === undefined || first.includes(current) ? first : [...first, current];
  const links = shown.map(({ id, name }) => link(address, { id, name, isCurrent: id === account }));
  return {
    accountName: current?.name ?? (account || everyone),
    accountLinks: [link(address, { id: '', name: everyone, isCurrent: account === '' }), ...links],
  };
}

/** Where to go from the pages of an account that does not exist, such as one that a reset removed. */
function hrefWithoutMissingAccount({ store }: Runtime, { account, address }: Reader): string | undefined {
  if (account === '' || store.accounts.get(account)) return undefined;
  return link(address, { id: '', name: '', isCurrent: false }).href;
}

/** Keeps the current list. From a record, which belongs to one account, leads to its list. */
function link(
  address: string,
  { id, name, isCurrent }: { readonly id: string; readonly name: string; readonly isCurrent: boolean },
): AccountLink {
  const [path = '', query] = address.split('?');
  const [, list] = /^(\/_sandbox\/(?:transactions|requests|callbacks))\/\d+$/.exec(path) ?? [];
  const parameters = new URLSearchParams(list === undefined ? query : '');
  parameters.delete('before');
  // The account that the accounts page shows, and what was done to it.
  for (const name of ['id', 'done']) parameters.delete(name);
  if (id === '') parameters.delete('account');
  else parameters.set('account', id);
  const search = parameters.toString();
  return { name, isCurrent, href: `${list ?? path}${search && `?${search}`}` };
}
