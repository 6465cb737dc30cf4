import { gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Account } from '../../store/accounts.ts';
import { longestLogo } from '../../store/schema.ts';
import type { Reader } from '../reader.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { differing } from './edit-conflict.ts';
import { areaField, switchField, textField } from './form-fields.ts';
import type { AccountPage, FormField } from './tool-models.ts';
import { versionOf } from './version-of.ts';

/** Gateway permissions of an account. Each causes an error when it is off. */
const permissions = ['allowed', 'configured', 'test_mode'] as const;

type Words = Reader['t']['dashboard']['account'];

export function generalFields(words: Words, form: RefusedForm, account: Account): FormField[] {
  return [
    textField(form, 'name', words.name, { value: account.name, hint: words.nameHint }),
    switchField(form, 'approved', words.approved, account.approved, words.offGives('UNAUTHORIZED')),
    switchField(form, 'allow_self_signed', words.selfSigned, account.allowSelfSigned, words.selfSignedHint),
  ];
}

/** The fields for the color and logo of the hosted pages. */
export function brandFields(words: Words, form: RefusedForm, { brand }: Account): FormField[] {
  return [
    textField(form, 'brand.accent', words.accent, {
      value: brand?.accent ?? '',
      placeholder: '#0b6e4f',
      hint: words.accentHint,
    }),
    areaField(form, 'brand.logo', words.logo, {
      rows: 2,
      value: brand?.logo ?? '',
      placeholder: 'data:image/png;base64,…',
      hint: words.logoHint,
    }),
  ];
}

export function brandAsked(read: ReadField) {
  return { brand: { accent: read('brand.accent').trim() || null, logo: logoIn(read) || null } };
}

/** Only the logo can make the form, or itself, too large. */
export function brandRefused({ logoTooLarge }: Words, form: RefusedForm): RefusedForm {
  const isTooLarge =
    form.isTooLarge || (form.errors['brand.logo'] !== undefined && logoIn(form.read).length > longestLogo);
  return isTooLarge ? { ...form, refusal: logoTooLarge, errors: { 'brand.logo': logoTooLarge } } : form;
}

/** Pasted data URLs can have line breaks. */
function logoIn(read: ReadField): string {
  return read('brand.logo').replace(/\s/g, '');
}

export function gatewayRows(
  words: Words,
  form: RefusedForm,
  account: Account,
  names: Names,
): AccountPage['gateways'] {
  return gatewayTokens.map((token) => {
    const gateway = account.gateways[token];
    const switches = permissions.map((name) => {
      const [label = '', hint = ''] = words.permissions[name];
      return switchField(form, `gateways.${token}.${name}`, label, gateway[name], hint);
    });
    const currency = textField(form, `gateways.${token}.currency`, words.currency, {
      value: gateway.currency,
      hint: words.currencyHint,
    });
    return { token, name: names.of(token), fields: [...switches, currency] };
  });
}

export function whitelistFields(words: Words, form: RefusedForm, { whitelist }: Account): FormField[] {
  return [
    switchField(form, 'ip_whitelist.enabled', words.whitelistOn, whitelist.enabled, words.whitelistOnHint),
    areaField(form, 'ip_whitelist.entries', words.addresses, {
      rows: 4,
      value: whitelist.entries.join('\n'),
      placeholder: '192.0.2.7\n198.51.100.0/24',
      hint: words.addressesHint,
    }),
  ];
}

/** Versions of the values that each of the three forms shows. */
export function accountVersions({ name, approved, allowSelfSigned, gateways, whitelist, brand }: Account) {
  return {
    account: versionOf([name, approved, allowSelfSigned, gateways]),
    whitelist: versionOf(whitelist),
    brand: versionOf(brand),
  };
}

/** The fields of one of the forms with their present values, if what was filled in differs from them. */
export function differencesFrom(
  words: Words,
  which: keyof ReturnType<typeof accountVersions>,
  read: ReadField,
  account: Account,
  names: Names,
): FormField[] {
  const gateways = () =>
    gatewayRows(words, freshForm, account, names).flatMap(({ name, fields }) =>
      fields.map((field) => ({ ...field, label: `${name} ${field.label}` })),
    );
  const fields = {
    account: () => [...generalFields(words, freshForm, account), ...gateways()],
    whitelist: () => whitelistFields(words, freshForm, account),
    brand: () => brandFields(words, freshForm, account),
  };
  const isLogo = ({ name, value }: FormField) => name === 'brand.logo' && value !== '';
  return differing(asStored(read), fields[which]()).map((field) =>
    isLogo(field) ? { ...field, value: words.otherLogo } : field,
  );
}

/** Without what saving leaves out, such as spaces. */
function asStored(read: ReadField): ReadField {
  return (name) => {
    if (name === 'brand.logo') return logoIn(read);
    return name === 'ip_whitelist.entries' ? entriesIn(read).join('\n') : read(name).trim();
  };
}

/** The body of `changeAccount` for the first form, with every value that the form shows. */
export function accountAsked(read: ReadField) {
  const isOn = (name: string) => read(name) === 'on';
  const gateways = gatewayTokens.map((token) => {
    const switches = permissions.map((name) => [name, isOn(`gateways.${token}.${name}`)]);
    const currency = read(`gateways.${token}.currency`).trim();
    return [token, { ...Object.fromEntries(switches), currency }];
  });
  return {
    name: read('name').trim(),
    approved: isOn('approved'),
    allow_self_signed: isOn('allow_self_signed'),
    gateways: Object.fromEntries(gateways),
  };
}

export function whitelistAsked(read: ReadField) {
  return { ip_whitelist: { enabled: read('ip_whitelist.enabled') === 'on', entries: entriesIn(read) } };
}

function entriesIn(read: ReadField): string[] {
  return read('ip_whitelist.entries')
    .split(/[\s,]+/)
    .filter(Boolean);
}
