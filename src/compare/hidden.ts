import { gateways } from '../gateways/index.ts';
import { type AssumptionName, fixedAssumptions } from '../settings/fixed-assumptions.ts';
import { settingEntries } from '../settings/settings.ts';

const paid = 'It shows only when a checkout is paid, which a probe never does.';
const codeNeeded = 'It shows only with the code on the phone.';
const delivered = 'It shows only in how callbacks are delivered.';
const own = 'It is a tool of the sandbox; the live service has nothing like it.';

/** Every open question of the API document: settings with a confidence, and fixed assumptions. */
// Safe cast: the names come from these two tables.
export const allAssumptions = [
  ...settingEntries.filter(([, { confidence }]) => confidence !== undefined).map(([name]) => name),
  ...fixedAssumptions.map(({ id }) => id),
] as readonly AssumptionName[];

/** Why no probe decides an assumption. Undefined if a probe reads it. */
export function hiddenReason(about: AssumptionName): string | undefined {
  return hidden[about] ?? (ofPages.has(about) ? paid : undefined);
}

/** The assumptions that no probe decides, with the reason. */
const hidden: Partial<Readonly<Record<AssumptionName, string>>> = {
  rate_limit:
    'Finding the limit would mean flooding the service. If a call was refused for it, the report says so.',
  sandbox_transaction_limit:
    'Finding the limit would use up your account’s test transactions. If a call was refused for it, the report says so.',
  'otp.policy': own,
  'otp.codes': own,
  'otp.lifetime': codeNeeded,
  'otp.repeat_window': codeNeeded,
  'checkout.lifetime': 'It would take as long as a checkout lives.',
  'card.callback': paid,
  'callback.types': paid,
  'callback.mode': delivered,
  'callback.timeout': delivered,
  'callback.order': paid,
  'callback.delay': delivered,
  'callback.copies': delivered,
  'callback.hold': own,
  'callback.jitter_seed': own,
  weather: own,
  latency: own,
  weather_seed: own,
  'signature.layout': paid,
  'signature.scope': paid,
  'aggregator.method_field': paid,
  'transport.http': 'Asking would send your keys unencrypted.',
  'confirm.answer': codeNeeded,
  'transaction-id.form': codeNeeded,
  'callback.canceled': paid,
  'checkout.declined': paid,
  'checkout.card-code': paid,
  'checkout.three-d-secure': paid,
  'return-url.query': paid,
  'callback.delivered': delivered,
  'callback.resends': delivered,
  'callback.amount': paid,
};

/** The gateways' assumptions about their callbacks and pages: all except the format of mobile numbers. */
const ofPages: ReadonlySet<string> = new Set(
  Object.values(gateways)
    .flatMap(({ assumptions }) => assumptions.map(({ id }) => id))
    .filter((id) => !id.endsWith('.mobile-number')),
);
