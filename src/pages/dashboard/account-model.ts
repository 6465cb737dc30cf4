import { isLetIn } from '../../merchant-api/checks.ts';
import { masked } from '../../merchant-api/credentials.ts';
import { isIpAddress } from '../../protocol/ip-address.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Account } from '../../store/accounts.ts';
import type { Reader } from '../reader.ts';
import { pageTitle } from '../tester-frame.ts';
import { gatewayRows, generalFields, whitelistFields } from './account-form.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { textField } from './form-fields.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { AccountPage } from './tool-models.ts';

const done = {
  added: 'The account is added. It is a tenant of its own, with everything on.',
  account: 'The account is changed.',
  whitelist: 'The whitelist is changed.',
  renew: 'The new value is in force. The old one works no more.',
};

export type AccountForm = 'account' | 'whitelist' | 'renew' | 'added';

export interface AccountView {
  /** The form that was sent and refused: the others show what is in force. */
  readonly refused?: { readonly which: AccountForm; readonly form: RefusedForm };
  readonly areShown: boolean;
  readonly ownAddress: string;
  /** An address that the whitelist is asked about. */
  readonly address: string | undefined;
  readonly done: string | undefined;
}

export function accountModel(
  runtime: Runtime,
  reader: Reader,
  account: Account,
  view: AccountView,
): AccountPage {
  const { refused, areShown, ownAddress, address } = view;
  const formOf = (which: AccountForm) => (refused?.which === which ? refused.form : freshForm);
  return {
    ...toolFrame(runtime, reader, 'account', refused?.form ?? freshForm, doneWords(done, view.done)),
    title: pageTitle(`Account ${account.name}`),
    id: account.id,
    name: account.name,
    accounts: runtime.store.accounts.all().map(({ id, name }) => ({
      name,
      href: `/_sandbox/account?${new URLSearchParams({ id })}`,
      isShown: id === account.id,
    })),
    action: `/_sandbox/account/${encodeURIComponent(account.id)}`,
    secrets: secretsOf(account, areShown ? (text) => text : masked),
    areShown,
    general: generalFields(formOf('account'), account),
    gateways: gatewayRows(formOf('account'), account, runtime.names),
    whitelist: whitelistFields(whitelistForm(formOf('whitelist')), account),
    ownAddress,
    address: textField(freshForm, 'address', 'Address', { value: address ?? ownAddress }),
    verdict: address === undefined ? undefined : verdictOn(account, address.trim()),
    newName: textField(newForm(formOf('added')), 'new_name', 'Name', { placeholder: 'Second Shop' }),
  };
}

/** The name has a field of its own name: the page has two of them. */
function newForm(form: RefusedForm): RefusedForm {
  return { ...form, errors: form.errors.name === undefined ? {} : { new_name: form.errors.name } };
}

/** What is wrong with one of the addresses stands beside all of them. */
function whitelistForm(form: RefusedForm): RefusedForm {
  const [field = '', why = ''] = Object.entries(form.errors)[0] ?? [];
  const line = /^ip_whitelist\.entries\.(\d+)$/.exec(field)?.[1];
  if (line === undefined) return form;
  const text = `The ${ordinal(Number(line) + 1)} one ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
  return { ...form, errors: { 'ip_whitelist.entries': text } };
}

function ordinal(place: number): string {
  const ending = /1[1-3]$/.test(String(place)) ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1];
  return `${place}${ending ?? 'th'}`;
}

function secretsOf(account: Account, show: (text: string) => string): AccountPage['secrets'] {
  const { apiKey, accessTokens, secretKey } = account;
  return [
    { what: 'api_key', label: 'API key', value: show(apiKey) },
    { what: 'test', label: 'Access token, test', value: show(accessTokens.test) },
    { what: 'live', label: 'Access token, live', value: show(accessTokens.live) },
    { what: 'secret_key', label: 'Secret key (HMAC)', value: show(secretKey) },
  ];
}

function verdictOn(account: Account, address: string): AccountPage['verdict'] {
  if (!isIpAddress(address)) return { isLetIn: false, text: `“${address}” is not an IP address.` };
  const letIn = isLetIn(account, address);
  if (!account.whitelist.enabled)
    return { isLetIn: letIn, text: `${address} is allowed: the whitelist is off.` };
  return letIn
    ? { isLetIn: true, text: `${address} is allowed.` }
    : { isLetIn: false, text: `${address} is rejected with FORBIDDEN_IP_ADDRESS.` };
}
