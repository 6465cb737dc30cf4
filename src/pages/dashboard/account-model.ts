import { isLetIn } from '../../merchant-api/checks.ts';
import { masked } from '../../merchant-api/credentials.ts';
import { isIpAddress } from '../../protocol/ip-address.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Account } from '../../store/accounts.ts';
import type { Reader } from '../reader.ts';
import { pageTitle } from '../tester-frame.ts';
import { accountVersions, brandFields, gatewayRows, generalFields, whitelistFields } from './account-form.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { textField } from './form-fields.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { AccountPage } from './tool-models.ts';

type Words = Reader['t']['dashboard']['account'];

export type AccountForm = 'account' | 'brand' | 'whitelist' | 'renew' | 'added';

export interface AccountView {
  /** The form that was submitted and refused. The other forms show the current values. */
  readonly refused?: { readonly which: AccountForm; readonly form: RefusedForm };
  readonly areShown: boolean;
  readonly ownAddress: string;
  /** An address to check against the whitelist. */
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
  const words = reader.t.dashboard.account;
  const formOf = (which: AccountForm) => (refused?.which === which ? refused.form : freshForm);
  return {
    ...toolFrame(runtime, reader, 'account', refused?.form ?? freshForm, doneWords(words.done, view.done)),
    title: pageTitle(words.title(account.name)),
    id: account.id,
    name: account.name,
    accounts: runtime.store.accounts.all().map(({ id, name }) => ({
      name,
      href: `/_sandbox/account?${new URLSearchParams({ id })}`,
      isShown: id === account.id,
    })),
    action: `/_sandbox/account/${encodeURIComponent(account.id)}`,
    secrets: secretsOf(words, account, areShown ? (text) => text : masked),
    areShown,
    versions: accountVersions(account),
    general: generalFields(words, formOf('account'), account),
    brand: brandFields(words, formOf('brand'), account),
    hasLogo: Boolean(account.brand?.logo),
    gateways: gatewayRows(words, formOf('account'), account, runtime.names),
    whitelist: whitelistFields(words, whitelistForm(reader, formOf('whitelist')), account),
    ownAddress,
    address: textField(freshForm, 'address', words.address, { value: address ?? ownAddress }),
    verdict: address === undefined ? undefined : verdictOn(words, account, address.trim()),
    newName: textField(newForm(formOf('added')), 'new_name', words.name, { placeholder: 'Second Shop' }),
  };
}

/** The page has two `name` fields, so this form's field is called `new_name`. */
function newForm(form: RefusedForm): RefusedForm {
  return { ...form, errors: form.errors.name === undefined ? {} : { new_name: form.errors.name } };
}

/** An error in one address is shown next to the list of all addresses. */
function whitelistForm({ lang, t }: Reader, form: RefusedForm): RefusedForm {
  const [field = '', why = ''] = Object.entries(form.errors)[0] ?? [];
  const line = /^ip_whitelist\.entries\.(\d+)$/.exec(field)?.[1];
  if (line === undefined) return form;
  const english = why.charAt(0).toLowerCase() + why.slice(1);
  const text = `${t.dashboard.account.entryWrong(Number(line) + 1)} ${lang === 'en' ? english : `\u2068${english}\u2069`}`;
  return { ...form, errors: { 'ip_whitelist.entries': text } };
}

function secretsOf(
  { secrets }: Words,
  account: Account,
  show: (text: string) => string,
): AccountPage['secrets'] {
  const { apiKey, accessTokens, secretKey } = account;
  return [
    { what: 'api_key', label: secrets.api_key, value: show(apiKey) },
    { what: 'test', label: secrets.test, value: show(accessTokens.test) },
    { what: 'live', label: secrets.live, value: show(accessTokens.live) },
    { what: 'secret_key', label: secrets.secret_key, value: show(secretKey) },
  ];
}

function verdictOn(words: Words, account: Account, address: string): AccountPage['verdict'] {
  if (!isIpAddress(address)) return { isLetIn: false, text: words.noAddress(address) };
  const letIn = isLetIn(account, address);
  if (!account.whitelist.enabled) return { isLetIn: letIn, text: words.whitelistOff(address) };
  return letIn
    ? { isLetIn: true, text: words.allowed(address) }
    : { isLetIn: false, text: words.rejected(address) };
}
