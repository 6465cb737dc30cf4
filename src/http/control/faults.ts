import type { Hono } from 'hono';
import { z } from 'zod';
import { isoTime } from '../../clock.ts';
import type { GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import { nearest } from '../../nearest.ts';
import type { Runtime } from '../../runtime.ts';
import { settingMs } from '../../settings.ts';
import { duration } from '../../settings-schema.ts';
import { durationMs } from '../../spec/duration.ts';
import { type ErrorCode, errorTable } from '../../spec/errors.ts';
import { normalMobileNumber } from '../../spec/mobile-number.ts';
import type { Effect } from '../../store/fault.ts';
import type { FaultRow } from '../../store/faults.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { invalid, notFound } from './control-error.ts';
import { idOf, jsonBody, listOf, pageOf } from './input.ts';

const always = 1_000_000_000;
// Object.keys loses the keys' type.
const errorCodes = Object.keys(errorTable) as ErrorCode[];

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
    z.strictObject({ hang: z.literal(true), after: z.boolean().default(false) }),
    z.strictObject({ reset: z.literal(true), after: z.boolean().default(false) }),
  ],
  'must be one of {code}, {http_status, body}, {delay}, {hang: true}, {reset: true}',
);

/** One effect at a time; a code that is misspelled is told apart, with the one that was meant. */
const effect = z
  .unknown()
  .superRefine((given, context) => {
    const code = z.strictObject({ code: z.string() }).safeParse(given).data?.code;
    if (code === undefined || Object.hasOwn(errorTable, code)) return;
    const meant = nearest(code, errorCodes);
    const message = `is no error code${meant === undefined ? '' : `; did you mean ${meant}?`}`;
    context.addIssue({ code: 'custom', path: ['code'], message });
  })
  .pipe(effectSchema);

const faultSchema = z.strictObject({
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

/** Make the next calls fail. */
export function faultRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store, names } = runtime;
  const shape = (row: FaultRow) => faultShape(row, names);

  app.get('/faults', (c) => {
    const page = pageOf(c);
    return c.json(listOf(store.faults.list({}, page), page, ({ id }) => id, shape));
  });

  app.post('/faults', async (c) => {
    const row = rowOf(runtime, await jsonBody(c, faultSchema));
    const id = await store.commit(() => store.faults.insert(row));
    return c.json(shape({ ...row, id }), 201);
  });

  app.delete('/faults', async (c) => {
    await store.commit(() => store.faults.removeAll());
    return c.json({ removed: true });
  });

  app.delete('/faults/:id', async (c) => {
    const id = idOf(c.req.param('id'), 'fault');
    if (!(await store.commit(() => store.faults.remove(id)))) throw notFound('fault', String(id));
    return c.json({ removed: true });
  });
}

function rowOf(runtime: Runtime, { match, effect, times, probability, seed }: Given) {
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
  return 'delay' in effect ? { delayMs: settingMs(effect.delay) } : effect;
}

function faultShape(row: FaultRow, names: Names) {
  const { effect } = row;
  return {
    id: String(row.id),
    match: { ...row.match, ...(row.match.gateway && { gateway: names.of(row.match.gateway) }) },
    effect: 'delayMs' in effect ? { delay: effect.delayMs } : effect,
    times: row.times === always ? 'always' : row.times,
    left: row.times === always ? 'always' : row.timesLeft,
    probability: row.probability,
    seed: row.seed,
    fired: row.fired,
    created_at: isoTime(row.createdAt),
  };
}
