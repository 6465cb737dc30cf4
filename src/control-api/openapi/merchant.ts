import { z } from 'zod';
import type { FieldRule } from '../../gateways/fields.ts';
import type { Gateway } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import { version } from '../../host/paths.ts';
import { errorTable } from '../../protocol/errors.ts';
import { errorCodes } from '../../settings/kinds.ts';
import { componentsOf, type Json } from './schemas.ts';

const ok = z.literal(200);

/** The envelopes of the document ("Common response envelopes"), with no other members. */
const envelopes = {
  VerifySuccess: z.object({
    status: ok,
    result: z.object({ process_id: z.int().meta({ examples: [1_000_000_000_001] }) }),
    message: z.string().meta({ examples: ['OTP has been sent to your mobile number'] }),
  }),
  WalletConfirmSuccess: z.object({
    status: ok,
    result: z.object({
      transaction_id: z.int().meta({ examples: [100_001] }),
      amount: z.string().meta({ examples: ['10.00'] }),
    }),
    message: z.string().meta({ examples: ['Transaction completed successfully'] }),
  }),
  CheckoutSuccess: z.object({
    status: ok,
    result: z.object({ code: z.literal('CHECKOUT_REDIRECT'), redirect_url: z.url() }),
  }),
  Error: z.object({
    error: z.object({
      status: z.int().min(400).max(499),
      code: z
        .enum([...errorCodes, 'HOST_NOT_ALLOWED'])
        .optional()
        .describe('Absent for some; HOST_NOT_ALLOWED is the sandbox’s own'),
      message: z.string(),
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('With 422: what is wrong with which field'),
    }),
  }),
};

/**
 * The merchant API as OpenAPI 3.1, generated from the gateways' definitions and the error table: the seven
 * paths, with neutral names.
 */
export function merchantDocument(): Json {
  const components = componentsOf(envelopes, 'output');
  const paths = gatewayTokens.flatMap((token) => pathsOf(gateways[token], components.of));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway API',
      version,
      description: 'The merchant API as gateway-sandbox answers it by default.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ accessToken: [], apiKey: [] }],
    tags: gatewayTokens.map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token; it selects live or test mode',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      },
      schemas: components.schemas,
    },
  };
}

type Reference = (schema: z.ZodType) => Json;

function pathsOf(gateway: Gateway, reference: Reference): [string, Json][] {
  const path = (action: string, fields: readonly FieldRule[], success: z.ZodType): [string, Json] => [
    `/api/v1/transaction/${gateway.token}/${action}`,
    { post: call(gateway, action, fields, reference(success), reference(envelopes.Error)) },
  ];
  if (gateway.flow === 'checkout') return [path('confirm', gateway.confirmFields, envelopes.CheckoutSuccess)];
  return [
    path('verify', gateway.verifyFields, envelopes.VerifySuccess),
    path('confirm', gateway.confirmFields, envelopes.WalletConfirmSuccess),
  ];
}

function call(
  gateway: Gateway,
  action: string,
  fields: readonly FieldRule[],
  success: Json,
  error: Json,
): Json {
  const schema = formOf(fields);
  const refused = { content: { 'application/json': { schema: error } } };
  return {
    operationId: `${gateway.token}_${action}`,
    summary: `${gateway.token} ${action}; the amount is in ${gateway.currency}`,
    tags: [gateway.token],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } },
    },
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: success } } },
      ...Object.fromEntries(
        codesByStatus().map(([status, description]) => [status, { description, ...refused }]),
      ),
      default: { description: 'An error; some have no code', ...refused },
    },
  };
}

function formOf(fields: readonly FieldRule[]): Json {
  const members = fields.map(({ name, rule, pattern }): [string, Json] => [
    name,
    { type: 'string', description: rule, ...(pattern !== undefined && { pattern }) },
  ]);
  return {
    type: 'object',
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(members),
  };
}

/** The codes that have each status by default. */
function codesByStatus(): [number, string][] {
  const codes = new Map<number, string[]>();
  for (const code of errorCodes) {
    const [status] = errorTable[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return [...codes].sort(([a], [b]) => a - b).map(([status, names]) => [status, names.join(', ')]);
}
