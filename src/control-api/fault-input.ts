import { z } from 'zod';
import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import { issueMessage, nearestAllowed } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { longest } from '../protocol/duration.ts';
import { errorTable } from '../protocol/errors.ts';
import { normalMobileNumber } from '../protocol/mobile-number.ts';
import { actions } from '../protocol/vocabulary.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { duration, errorCode, errorCodes } from '../settings/kinds.ts';
import { settingMs } from '../settings/settings.ts';
import { clientTimeouts, type Effect, faultBodies } from '../store/fault.ts';
import { gatewayName } from './answers.ts';
import { invalid } from './control-error.ts';
import { invoiceNumber, refuseUnknownAccount, typedNumber, unknownGateway } from './input.ts';

/** `times` of a fault that stays active. */
export const always = 1_000_000_000;
const httpStatus = 'must be a whole number from 200 to 599';

const effects = [
  z.strictObject({ code: errorCode.describe('A documented error in its real envelope') }),
  z.strictObject({
    http_status: z
      .int(httpStatus)
      .min(200, httpStatus)
      .max(599, httpStatus)
      .describe('200 to 599, with a body that does not come from the API'),
    body: z.enum(faultBodies).default('json'),
  }),
  z.strictObject({ delay: duration({ atMost: longest.wait }) }),
  z.strictObject({
    past_timeout: z
      .enum(clientTimeouts)
      .describe(
        'The call is processed, with the response one second after a client with this timeout has given up',
      ),
  }),
  z.strictObject({
    hang: z.literal(true, 'must be true').describe('No answer ever comes'),
    after: z.boolean().default(false).describe('Whether the call is processed first'),
  }),
  z.strictObject({
    reset: z.literal(true, 'must be true').describe('The connection is reset'),
    after: z.boolean().default(false).describe('Whether the call is processed first'),
  }),
] as const;

export const effectSchema = z.union(
  effects,
  'must be one of {code}, {http_status, body}, {delay}, {past_timeout}, {hang: true}, {reset: true}',
);

/** Exactly one effect. An error names the member of the effect that was meant. */
const effect = z.preprocess((given, context) => {
  const name = typeof given === 'object' && given !== null ? Object.keys(given)[0] : undefined;
  const option = effects.find(({ shape }) => name !== undefined && Object.keys(shape)[0] === name);
  const { error } = option?.safeParse(given) ?? {};
  if (!error) return given;
  const [issue] = error.issues;
  if (issue === undefined || issue.code === 'unrecognized_keys') return given;
  const why = misspelled(given) ?? `${issueMessage(issue)}${hintOf(issue, given)}`;
  context.addIssue({ code: 'custom', path: issue.path, message: why });
  return z.NEVER;
}, effectSchema);

function hintOf(issue: z.core.$ZodIssue, effect: unknown): string {
  const hint = nearestAllowed(issue, effect);
  return hint && `.${hint}`;
}

function misspelled(effect: unknown): string | undefined {
  const code = z.object({ code: z.string() }).safeParse(effect).data?.code;
  if (code === undefined || Object.hasOwn(errorTable, code)) return undefined;
  const hint = didYouMean(code, errorCodes);
  return `is not an error code${hint && `.${hint}`}`;
}

const timesWhy = 'must be a whole number from 1 on, or "always"';
const chance = 'must be a number above 0 and up to 1';

export const faultMatch = z
  .strictObject({
    account: z.string().optional(),
    gateway: gatewayName.optional(),
    action: z.enum(actions).optional(),
    invoice_no: invoiceNumber.optional(),
    mobile_number: typedNumber.optional(),
  })
  .describe('Which calls it is for; an absent member matches all');

export const faultSchema = z.strictObject({
  match: faultMatch.default({}),
  effect,
  times: z.union([z.int().min(1, timesWhy).max(always, timesWhy), z.literal('always')], timesWhy).default(1),
  probability: z
    .number(chance)
    .gt(0, chance)
    .max(1, chance)
    .optional()
    .describe('Above 0 and up to 1: the share of matching calls that fail, drawn by `seed`'),
  seed: z.int('must be a whole number').optional(),
});

type Given = z.output<typeof faultSchema>;

/** The row of a requested fault. Throws when it can never match. */
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

/** Refuses faults that can never match: an unknown gateway or account, or a missing verify. */
function gatewayOf(runtime: Runtime, match: Given['match']) {
  const { names } = runtime;
  const { gateway, action } = match;
  refuseUnknownAccount(runtime, match, 'match.account');
  const token = gateway === undefined ? undefined : names.gateway(gateway);
  if (gateway !== undefined && token === undefined) throw unknownGateway(names, 'match.gateway', gateway);
  if (token && action === 'verify' && gateways[token].flow !== 'otp') {
    throw invalid('match.action', `${names.of(token)} has no verify`);
  }
  refuseMissingFields(token, match);
  return token;
}

/** Some endpoint must have all of the fields that the fault matches. */
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
  // One second after a client with this timeout gives up.
  if ('past_timeout' in effect) return { delayMs: settingMs(effect.past_timeout) + 1000 };
  return effect;
}
