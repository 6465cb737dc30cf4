import { z } from 'zod';
import { gatewayToken } from '../accounts/account-schema.ts';
import { magicValues } from '../faults/magic.ts';
import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import type { Names } from '../gateways/names.ts';
import { setImmediate } from '../host/timers.ts';
import { isObject } from '../input/paths.ts';
import { currencies } from '../protocol/vocabulary.ts';
import { errorCode } from '../settings/kinds.ts';
import { SettingsError } from '../settings/settings-change.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { deliveryOrder } from './answers.ts';
import { ControlError } from './control-error.ts';
import { operation } from './operation.ts';

export const magicAnswer = z.object({
  mobile_numbers: z
    .array(
      z.object({
        number: z.string(),
        gateway: gatewayToken,
        code: errorCode.optional(),
        no_code: z.boolean().optional(),
      }),
    )
    .readonly(),
  codes: z.array(z.object({ digits: z.string(), gateway: gatewayToken, code: errorCode })).readonly(),
  amounts: z.array(z.object({ amount: z.string(), reason: z.string() })).readonly(),
  invoice_prefixes: z.array(z.object({ prefix: z.string(), order: deliveryOrder })).readonly(),
});

export const gatewayAnswer = z.object({
  token: gatewayToken,
  name: z.string(),
  flow: z.enum(['otp', 'checkout']),
  currency: z.enum(currencies),
  fields: z.array(z.object({ name: z.string(), required: z.boolean(), rule: z.string() })).readonly(),
  payment_methods: z.array(z.string()).readonly(),
});

/** A partial settings object, at any depth. `patchSettings` validates it. */
export const settingsPatch = z
  .record(z.string(), z.unknown())
  .meta(withoutRequired(z.toJSONSchema(settingsSchema, { io: 'input' })));

/** Settings, reset, stop, and lists of magic values and gateways. */
export const stateOperations = {
  getSettings: operation({
    method: 'get',
    path: '/settings',
    summary: 'Every setting with its current value',
    answer: settingsSchema,
    run: ({ runtime }) => runtime.settings.current,
  }),

  changeSettings: operation({
    method: 'patch',
    path: '/settings',
    summary:
      'Changes what the body names, at any depth, all or nothing; null removes a member of `statuses` or `otp.codes`',
    body: settingsPatch,
    answer: settingsSchema,
    run: async (parts, { body }) => {
      try {
        return await parts.patchSettings(body);
      } catch (error) {
        if (error instanceof SettingsError)
          throw new ControlError(400, 'INVALID_REQUEST', error.message, error.field, error.why);
        throw error;
      }
    },
  }),

  reset: operation({
    method: 'post',
    path: '/reset',
    summary: 'Resets to the fixtures and deletes everything else, except the snapshots',
    answer: z.object({ reset: z.literal(true), accounts: z.array(z.string()).readonly() }),
    run: async (parts) => {
      await parts.reset();
      return { reset: true, accounts: parts.runtime.store.accounts.all().map(({ id }) => id) } as const;
    },
  }),

  stop: operation({
    method: 'post',
    path: '/stop',
    summary: 'Stops the sandbox, after the response',
    answer: z.object({
      stopping: z.literal(true),
      pid: z.int().optional().describe('The process that ends when everything is stored'),
    }),
    refusals: [409],
    run: ({ askToStop, pid }) => {
      if (askToStop === undefined)
        throw new ControlError(
          409,
          'NOT_STOPPABLE',
          'This sandbox was started by `exec` or `audit` for one command and ends with that command.',
        );
      // After the response has been sent.
      setImmediate(askToStop);
      return { stopping: true, ...(pid !== undefined && { pid }) } as const;
    },
  }),

  listMagicValues: operation({
    method: 'get',
    path: '/magic',
    summary: 'The magic values, which always make something go wrong',
    answer: magicAnswer,
    run: () => magicValues,
  }),

  listGateways: operation({
    method: 'get',
    path: '/gateways',
    summary: 'The gateways with their fields',
    answer: z.object({ data: z.array(gatewayAnswer).readonly() }),
    run: ({ runtime }) => ({ data: gatewayTokens.map((token) => gatewayShape(token, runtime.names)) }),
  }),
};

function gatewayShape(token: GatewayToken, names: Names) {
  const gateway = gateways[token];
  return {
    token,
    name: names.of(token),
    flow: gateway.flow,
    currency: gateway.currency,
    fields: gateway.confirmFields.map(({ name, required, rule }) => ({ name, required, rule })),
    payment_methods:
      gateway.flow === 'checkout' ? Object.keys(gateway.methods).map((method) => names.of(method)) : [],
  };
}

/** A JSON Schema with all members optional, at any depth. Null removes a member of an open table. */
function withoutRequired(schema: object): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([name]) => name !== 'required' && name !== '$schema');
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'additionalProperties' && typeof value === 'object'
        ? { anyOf: [value, { type: 'null' }] }
        : isObject(value)
          ? withoutRequired(value)
          : value,
    ]),
  );
}
