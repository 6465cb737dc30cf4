import { gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Account } from '../../store/accounts.ts';
import type { RefusedForm } from './actions.ts';
import { areaField, switchField, textField } from './form-fields.ts';
import type { AccountPage, FormField } from './tool-models.ts';

/** Which error a switch that is off gives. */
const gatewaySwitches = [
  ['allowed', 'Allowed', 'Off: DENIED_ACCESS_GATEWAY'],
  ['configured', 'Configured', 'Off: MISSING_PARAMETER'],
  ['test_mode', 'Test mode', 'Off: TEST_MODE_NOT_SUPPORTED to test tokens'],
] as const;

export function generalFields(form: RefusedForm, account: Account): FormField[] {
  return [
    textField(form, 'name', 'Name', { value: account.name, hint: 'The checkout shows it to the customer.' }),
    switchField(form, 'approved', 'Approved', account.approved, 'Off: UNAUTHORIZED'),
    switchField(
      form,
      'allow_self_signed',
      'Callbacks to self-signed certificates',
      account.allowSelfSigned,
      'For HTTPS servers on your own machine.',
    ),
  ];
}

export function gatewayRows(form: RefusedForm, account: Account, names: Names): AccountPage['gateways'] {
  return gatewayTokens.map((token) => {
    const gateway = account.gateways[token];
    const switches = gatewaySwitches.map(([name, label, hint]) =>
      switchField(form, `gateways.${token}.${name}`, label, gateway[name], hint),
    );
    const currency = textField(form, `gateways.${token}.currency`, 'Currency', {
      value: gateway.currency,
      hint: 'Any other currency gives CURRENCY_NOT_SUPPORTED',
    });
    return { token, name: names.of(token), fields: [...switches, currency] };
  });
}

export function whitelistFields(form: RefusedForm, { whitelist }: Account): FormField[] {
  return [
    switchField(
      form,
      'ip_whitelist.enabled',
      'Only let these addresses in',
      whitelist.enabled,
      'On: FORBIDDEN_IP_ADDRESS to all others',
    ),
    areaField(form, 'ip_whitelist.entries', 'Addresses', {
      rows: 4,
      value: whitelist.entries.join('\n'),
      placeholder: '192.0.2.7\n198.51.100.0/24',
      hint: 'One per line: an IPv4 or IPv6 address, or a range in CIDR form.',
    }),
  ];
}

/** The body of `changeAccount` that the first form makes: what it shows, whole. */
export function accountAsked(read: ReadField) {
  const isOn = (name: string) => read(name) === 'on';
  const gateways = gatewayTokens.map((token) => {
    const switches = gatewaySwitches.map(([name]) => [name, isOn(`gateways.${token}.${name}`)]);
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
  const entries = read('ip_whitelist.entries')
    .split(/[\s,]+/)
    .filter(Boolean);
  return { ip_whitelist: { enabled: read('ip_whitelist.enabled') === 'on', entries } };
}
