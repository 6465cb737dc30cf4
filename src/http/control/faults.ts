import type { Hono } from 'hono';
import { z } from 'zod';
import { isoTime } from '../../clock.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import type { Runtime } from '../../runtime.ts';
import { settingMs } from '../../settings.ts';
import { duration } from '../../settings-schema.ts';
import { type ErrorCode, errorTable } from '../../spec/errors.ts';
import type { Effect } from '../../store/fault.ts';
import type { FaultRow } from '../../store/faults.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { invalid, notFound } from './control-error.ts';
import { idOf, jsonBody } from './input.ts';

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
    z.strictObject({ delay: duration.refine((value) => settingMs(value) <= 600_000, 'must be at most 10m') }),
    z.strictObject({ hang: z.literal(true), after: z.boolean().default(false) }),
    z.strictObject({ reset: z.literal(true), after: z.boolean().default(false) }),
  ],
  'must be one of {code}, {http_status, body}, {delay}, {hang: true}, {reset: true}',
);

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
  effect: effectSchema,
  times: z.union([z.int().min(1).max(always), z.literal('always')]).default(1),
  probability: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
});

type Given = z.output<typeof faultSchema>;

/** Make the next calls fail. */
export function faultRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;

  app.get('/faults', (c) => c.json({ data: store.faults.all().map(faultShape), next: null }));

  app.post('/faults', async (c) => {
    const row = rowOf(runtime, await jsonBody(c, faultSchema));
    const id = await store.commit(() => store.faults.insert(row));
    return c.json(faultShape({ ...row, id }), 201);
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
    match: { ...match, gateway: gatewayOf(runtime, match) },
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
function gatewayOf({ names, store }: Runtime, { account, gateway, action }: Given['match']) {
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
  return token;
}

function stored(effect: Given['effect']): Effect {
  return 'delay' in effect ? { delayMs: settingMs(effect.delay) } : effect;
}

function faultShape(row: FaultRow) {
  const { effect } = row;
  return {
    id: String(row.id),
    match: row.match,
    effect: 'delayMs' in effect ? { delay: effect.delayMs } : effect,
    times: row.times === always ? 'always' : row.times,
    left: row.times === always ? 'always' : row.timesLeft,
    probability: row.probability,
    seed: row.seed,
    fired: row.fired,
    created_at: isoTime(row.createdAt),
  };
}
