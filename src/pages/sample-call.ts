import type { FieldRule } from '../gateways/fields.ts';
import type { OtpGateway } from '../gateways/gateway.ts';
import { otpGateways } from '../gateways/index.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** A call that makes a code appear, with valid values. */
export interface SampleVerify {
  readonly gateway: OtpGateway;
  readonly fields: Readonly<Record<string, string>>;
}

/** The first example for new users: verify of the first gateway that has one. */
export function sampleVerify(): SampleVerify {
  const [first] = otpGateways;
  if (!first) throw new RangeError('No gateway in the registry has a verify.');
  return { gateway: first, fields: examples(first.verifyFields) };
}

/** The verify with the fewest fields that accepts this number, or the usual sample. */
export function sampleVerifyOf(mobileNumber: string): SampleVerify {
  const [simplest] = otpGateways
    .filter(({ verifyFields }) => accepts(verifyFields, mobileNumber))
    .toSorted((one, other) => one.verifyFields.length - other.verifyFields.length);
  if (!simplest) return sampleVerify();
  return {
    gateway: simplest,
    fields: { ...examples(simplest.verifyFields), mobile_number: mobileNumber },
  };
}

/** An unused invoice number, for forms that send a call. */
export function freshInvoice({ clock, store }: Runtime): string {
  return `INV-${clock.now().toString(36)}-${store.events.lastId()}`.toUpperCase();
}

function accepts(rules: readonly FieldRule[], mobileNumber: string): boolean {
  return rules.some(
    ({ name, pattern = '' }) => name === 'mobile_number' && new RegExp(pattern).test(mobileNumber),
  );
}

function examples(rules: readonly FieldRule[]): Readonly<Record<string, string>> {
  const values = rules.map(({ name, example = '' }) => [name, example] as const);
  return Object.fromEntries(values.filter(([, example]) => example !== ''));
}
