import type { CheckoutGateway, Gateway, OtpGateway } from '../../gateways/gateway.ts';
import { codeLengths, gateways, otpGateways } from '../../gateways/index.ts';
import type { Step } from '../probe.ts';

/** What the calls of probes need. */
export interface Calls {
  readonly named: NameOf;
  /** A checkout that the account may use, for probes that work with any gateway. */
  readonly plain: CheckoutGateway;
}

/** The live service's name for a gateway: its token, unless the config's `names` defines another one. */
export type NameOf = (token: string) => string;

export const checkouts: readonly CheckoutGateway[] = Object.values<Gateway>(gateways).filter(
  (gateway) => gateway.flow === 'checkout',
);

/** A checkout with a separate address for callbacks. */
export const postedCheckout: CheckoutGateway = firstOf(
  checkouts.filter(({ callback }) => callback.to === 'callback_url'),
);

/** The wallets that accept this mobile number. */
export function walletsOf(mobileNumber: string): readonly OtpGateway[] {
  return otpGateways.filter(({ verifyFields }) =>
    verifyFields.some(
      ({ name, pattern = '' }) => name === 'mobile_number' && new RegExp(pattern).test(mobileNumber),
    ),
  );
}

/** A confirm that starts a checkout, which nobody pays. */
export function checkout(
  gateway: CheckoutGateway,
  named: NameOf,
  fields: Step['fields'] = {},
  how: Omit<Step, 'path' | 'fields'> = {},
): Step {
  const known: Step['fields'] = {
    amount: '1.00',
    invoice_no: '{new_invoice}',
    mobile_number: '0912345678',
    return_url: 'https://example.com/return',
    callback_url: 'https://example.com/callback',
  };
  const required = gateway.confirmFields.filter((rule) => rule.required).map(({ name }) => name);
  const usual = Object.fromEntries(required.map((name) => [name, known[name] ?? '']));
  return { ...how, path: `${named(gateway.token)}/confirm`, fields: { ...usual, ...fields } };
}

export function verify(
  gateway: OtpGateway,
  named: NameOf,
  fields: Step['fields'] = {},
  how: Omit<Step, 'path' | 'fields'> = {},
): Step {
  const usual = gateway.verifyFields.map(({ name, example = '' }) => [name, example] as const);
  const own = { ...Object.fromEntries(usual), amount: '1.00', mobile_number: '{mobile}' };
  return { ...how, path: `${named(gateway.token)}/verify`, fields: { ...own, ...fields } };
}

/** A confirm with a code that is almost certainly wrong. */
export function confirm(gateway: OtpGateway, named: NameOf, fields: Step['fields'] = {}): Step {
  const usual = {
    process_id: '{process_id}',
    code: '7'.repeat(codeLengths[gateway.token]),
    amount: '1.00',
    invoice_no: '{invoice}',
  };
  return { path: `${named(gateway.token)}/confirm`, fields: { ...usual, ...fields } };
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new RangeError('The registry lacks such a gateway.');
  return first;
}
