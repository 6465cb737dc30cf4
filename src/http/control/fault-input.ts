import { z } from 'zod';
import type { GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import { nearest } from '../../nearest.ts';
import type { Runtime } from '../../runtime.ts';
import { settingMs } from '../../settings.ts';
import { duration, errorCodes } from '../../settings-schema.ts';
import { durationMs } from '../../spec/duration.ts';
import { errorTable } from '../../spec/errors.ts';
import { normalMobileNumber } from '../../spec/mobile-number.ts';
import type { Effect } from '../../store/fault.ts';
import { invalid } from './control-error.ts';

/** `times` of a fault that never wears off. */
export const always = 1_000_000_000;
const effectSchema = z.union(
  [
    z.strictObject({ code: z.enum(errorCodes) }),
    z.strictObject({
      http_status: z.int().min(200).max(599),
      body: z.enum(['json', 'html', 'empty']).default('json'),
    }),
    z.strictObject({
      delay: duration.refine((value) => (durationMs(value) ?? 0) <= 600_000, 'must be at most 10m'),
    }),
    z.strictObject({ past_timeout: z.enum(['10s', '20s', '30s', '60s']) }),
    z.strictObject({ hang: z.literal(true), after: z.boolean().default(false) }),
    z.strictObject({ reset: z.literal(true), after: z.boolean().default(false) }),
  ],
  'must be one of {code}, {http_status, body}, {delay}, {past_timeout}, {hang: true}, {reset: true}',
);

/** One effect at a time; a code that is misspelled is told apart, with the one that was meant. */
const effect = z.preprocess((given, context) => {
  const code = z.strictObject({ code: z.string() }).safeParse(given).data?.code;
  if (code === undefined || Object.hasOwn(errorTable, code)) return given;
  const meant = nearest(code, errorCodes);
  const message = `is no error code${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  context.addIssue({ code: 'custom', path: ['code'], message });
  return z.NEVER;
}, effectSchema);

export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      account: z.string().optional(),
      gateway: z.string().optional(),
      action: z.enum(['verify', 'confirm']).optional(),
      invoice_no: z.string().optional(),
      mobile_number: z.string().optional(),
    })
    .default({}),
  effect,
  times: z.union([z.int().min(1).max(always), z.literal('always')]).default(1),
  probability: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
});

type Given = z.output<typeof faultSchema>;

/** The row of a fault that somebody asks for; refused where it can never match. */
export function faultRow(runtime: Runtime, { match, effect, times, probability, seed }: Given) {
  const count = times === 'always' ? always : times;
  return {
    match: {
      ...match,
      gateway: gatewayOf(runtime, match),
      ...(match.mobile_number !== undefined && { mobile_number: normalMobileNumber(match.mobile_number) }),
    },
    effect: stored(effect),
    times: count,
    timesLeft: count,
    probability: probability ?? null,
    seed: seed ?? 1,
    seen: 0,
    fired: 0,
    createdAt: runtime.clock.now(),
  };
}

/** A fault that can never match is a mistake: an unknown gateway or account, a verify of a gateway that has none. */
function gatewayOf({ names, store }: Runtime, match: Given['match']) {
  const { account, gateway, action } = match;
  if (account !== undefined && !store.accounts.get(account))
    throw invalid('match.account', 'names no account');
  const token = gateway === undefined ? undefined : names.gateway(gateway);
  if (gateway !== undefined && token === undefined) {
    throw invalid(
      'match.gateway',
      `must be one of ${gatewayTokens.map((each) => names.of(each)).join(', ')}`,
    );
  }
  if (token && action === 'verify' && gateways[token].flow !== 'otp') {
    throw invalid('match.action', `${names.of(token)} has no verify`);
  }
  refuseMissingFields(token, match);
  return token;
}

/** The fields that are asked for must come together in a request of some endpoint. */
function refuseMissingFields(token: GatewayToken | undefined, match: Given['match']): void {
  const asked = (['invoice_no', 'mobile_number'] as const).filter((name) => match[name] !== undefined);
  const endpoints = (token ? [token] : gatewayTokens).flatMap((each) => {
    const { confirmFields, ...gateway } = gateways[each];
    const verify = gateway.flow === 'otp' && match.action !== 'confirm' ? [gateway.verifyFields] : [];
    return match.action === 'verify' ? verify : [...verify, confirmFields];
  });
  if (endpoints.some((fields) => asked.every((name) => fields.some((field) => field.name === name)))) return;
  throw invalid(`match.${asked.at(-1)}`, 'can never match: no such request has this field');
}

function stored(effect: Given['effect']): Effect {
  if ('delay' in effect) return { delayMs: settingMs(effect.delay) };
  // One second later than a client with that time-out gives up.
  if ('past_timeout' in effect) return { delayMs: settingMs(effect.past_timeout) + 1000 };
  return effect;
}
