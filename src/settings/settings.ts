import type { OtpToken } from '../gateways/gateway.ts';
import { codeLengths } from '../gateways/index.ts';
import { type Duration, durationMs } from '../protocol/duration.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { SignatureLayout } from '../protocol/signature.ts';

export type Profile = 'observed' | 'documented';

/** What comes first: the callback, or the browser's return; or which of the two does not come. */
export const deliveryOrders = [
  'together',
  'callback-first',
  'return-first',
  'callback-only',
  'return-only',
] as const;

export type DeliveryOrder = (typeof deliveryOrders)[number];

/** What a forged or broken callback has wrong with it. A merchant must refuse every one of them. */
export const tamperings = [
  'wrong-hash',
  'no-hash',
  'lower-case-hash',
  'amount',
  'invoice',
  'approved-0',
  'both-flags',
  'types',
] as const;

export type Tampering = (typeof tamperings)[number];

/**
 * Everything that can be switched while the sandbox runs, spelled as in the config file and in `GET /_sandbox/api/settings`.
 * The dotted path of a member (`otp.lifetime`) is the name of its switch; `spec/gaps.ts` gives the reason of each default.
 */
export interface Settings {
  readonly profile: Profile;
  /** Refuse what the live service would refuse and the sandbox otherwise only notes. */
  readonly strict: boolean;
  readonly maintenance_mode: boolean;
  readonly rate_limit: { readonly requests: number; readonly period: Duration } | null;
  readonly sandbox_transaction_limit: { readonly transactions: number; readonly period: Duration } | null;
  readonly limits: { readonly maximum_amount: { readonly live: string; readonly test: string } };
  readonly signature: { readonly layout: SignatureLayout };
  readonly aggregator: { readonly method_field: 'paymet_method' | 'payment_method' };
  readonly requests: { readonly bodies: 'forms' | 'lenient' };
  readonly invoice: { readonly alphabet: 'any' | 'strict'; readonly used: 'confirmed' | 'completed' };
  readonly mobile: { readonly lenient: boolean };
  readonly otp: {
    readonly length: Readonly<Record<OtpToken, number>>;
    readonly policy: 'random' | 'fixed';
    /** For the policy `fixed`: a code for each number, `*` for all others; as many of its digits as the gateway's codes have. */
    readonly codes: Readonly<Record<string, string>>;
    readonly lifetime: Duration;
    readonly attempts: number;
    readonly resend_wait: Duration;
  };
  readonly checkout: { readonly lifetime: Duration };
  readonly card: { readonly callback: 'both' | 'browser' | 'server' };
  readonly callback: {
    readonly mode: 'retry' | 'once' | 'manual';
    readonly timeout: Duration;
    readonly order: DeliveryOrder;
    readonly delay: Duration;
    readonly copies: number;
    /** Keep every callback back until it is released. */
    readonly hold: boolean;
    /** Makes the jitter of retries the same in every run. */
    readonly jitter_seed: number | null;
  };
  /** So many of the newest are kept, or all. What is unfinished stays, however old. */
  readonly retention: {
    readonly requests: number | null;
    readonly events: number | null;
    readonly otps: number | null;
    readonly transactions: number | null;
  };
  readonly codes: Profile;
  readonly error: { readonly fields: boolean };
  /** Other HTTP statuses than the table's, by error code. */
  readonly statuses: Readonly<Partial<Record<ErrorCode, number>>>;
}

const observed: Settings = {
  profile: 'observed',
  strict: false,
  maintenance_mode: false,
  rate_limit: null,
  sandbox_transaction_limit: null,
  limits: { maximum_amount: { live: '50000', test: '500' } },
  signature: { layout: 'encoded' },
  aggregator: { method_field: 'paymet_method' },
  requests: { bodies: 'forms' },
  invoice: { alphabet: 'any', used: 'confirmed' },
  mobile: { lenient: false },
  otp: {
    length: codeLengths,
    policy: 'random',
    codes: { '*': '123456' },
    lifetime: '5m',
    attempts: 5,
    resend_wait: '0s',
  },
  checkout: { lifetime: '30m' },
  card: { callback: 'both' },
  callback: {
    mode: 'retry',
    timeout: '10s',
    order: 'together',
    delay: '0s',
    copies: 1,
    hold: false,
    jitter_seed: null,
  },
  retention: { requests: 10_000, events: 50_000, otps: 10_000, transactions: null },
  codes: 'observed',
  error: { fields: true },
  statuses: {},
};

/** The settings in force, replaced whole: a reader that takes `current` once holds a consistent set. */
export interface SettingsHolder {
  current: Settings;
}

/** The defaults of a profile: `observed` follows the document and what public clients expect, `documented` the document alone. */
export function defaultSettings(profile: Profile): Settings {
  if (profile === 'observed') return observed;
  return { ...observed, profile, codes: 'documented', error: { fields: false } };
}

/** Milliseconds of a duration in the settings, which are validated before they are taken. */
export function settingMs(duration: Duration): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new RangeError(`not a duration: ${JSON.stringify(duration)}`);
  return ms;
}
