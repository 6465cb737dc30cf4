import type { Hono } from 'hono';
import { z } from 'zod';
import { magicValues } from '../../faults/magic.ts';
import type { GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import { SettingsError } from '../../settings-change.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError } from './control-error.ts';
import { jsonBody } from './input.ts';

/** The settings, the way back to the fixtures, and the end. */
export function stateRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  const { settings, store, names } = parts.runtime;
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

  app.post('/stop', (c) => {
    // After the answer has left.
    setImmediate(parts.askToStop);
    return c.json({ stopping: true });
  });

  app.get('/magic', (c) => c.json(magicValues));

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
