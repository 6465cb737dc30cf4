import type { Hono } from 'hono';
import { z } from 'zod';
import { isoTime } from '../../clock.ts';
import type { GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import { settingMs } from '../../settings.ts';
import { SettingsError } from '../../settings-change.ts';
import { duration } from '../../settings-schema.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError } from './control-error.ts';
import { jsonBody } from './input.ts';

const advanceSchema = z.strictObject({ by: duration });
const freezeSchema = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });

/** The clock, the settings, and the way back to the fixtures. */
export function stateRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  const { clock, settings, store, names } = parts.runtime;
  const clockShape = () => ({
    now: isoTime(clock.now()),
    frozen: clock.frozen,
    offset_ms: Math.round(clock.now() - Date.now()),
  });

  app.get('/clock', (c) => c.json(clockShape()));

  app.post('/clock/advance', async (c) => {
    clock.advance(settingMs((await jsonBody(c, advanceSchema)).by));
    await parts.clockMoved();
    return c.json(clockShape());
  });

  app.post('/clock/freeze', async (c) => {
    const { at } = await jsonBody(c, freezeSchema);
    clock.freeze(at === undefined ? undefined : Date.parse(at));
    await parts.clockMoved();
    return c.json(clockShape());
  });

  app.post('/clock/resume', async (c) => {
    clock.resume();
    await parts.clockMoved();
    return c.json(clockShape());
  });

  app.get('/settings', (c) => c.json(settings.current));

  app.patch('/settings', async (c) => {
    const patch = await jsonBody(c, z.record(z.string(), z.unknown()));
    try {
      return c.json(await parts.patchSettings(patch));
    } catch (error) {
      if (error instanceof SettingsError) throw new ControlError(400, 'INVALID_REQUEST', error.message);
      throw error;
    }
  });

  app.post('/reset', async (c) => {
    await parts.reset();
    return c.json({ reset: true, accounts: store.accounts.all().map(({ id }) => id) });
  });

  app.get('/gateways', (c) => c.json({ data: gatewayTokens.map((token) => gatewayShape(token, names)) }));
}

function gatewayShape(token: GatewayToken, names: Names) {
  const gateway = gateways[token];
  return {
    token,
    name: names.of(token),
    flow: gateway.flow,
    currency: gateway.currency,
    fields: gateway.confirmFields.map(({ name, required, rule }) => ({ name, required, rule })),
    payment_methods: gateway.flow === 'checkout' ? gateway.methods.map((method) => names.of(method)) : [],
  };
}
