import { expect } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/protocol/errors.ts';
import type { Answer, CallOptions, Fields, TestSandbox } from './sandbox.ts';
import { rightFields } from './sandbox.ts';

export type Wallet = 'walletA' | 'walletB';
export type CheckoutGatewayToken = 'localbankcards' | 'cardgw' | 'aggregator';

export const wallets: readonly Wallet[] = ['walletA', 'walletB'];
export const checkoutGateways: readonly CheckoutGatewayToken[] = ['localbankcards', 'cardgw', 'aggregator'];

/** The seven endpoints of the API documentation. */
export const endpoints = [
  'walletA/verify',
  'walletA/confirm',
  'walletB/verify',
  'walletB/confirm',
  'localbankcards/confirm',
  'cardgw/confirm',
  'aggregator/confirm',
] as const;

/** The code from sequential IDs, and a wrong one of the same length. */
export const codes = {
  walletA: { right: '123456', wrong: '000000' },
  walletB: { right: '1234', wrong: '0000' },
} as const;

/** The HTTP status for each code, which the API documentation leaves open. Codes that are not listed have 400. */
const statuses: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  DENIED_ACCESS_GATEWAY: 403,
  FORBIDDEN_IP_ADDRESS: 403,
  INVALID_INPUTS: 422,
  TOO_MAY_REQUESTS: 429,
  DUPLICATED_INVOICE_NUMBER: 422,
  OTP_WAIT_BEFORE_RESNED: 429,
  INVALID_MOBILE_NUMBER: 422,
  EMPTY_MOBILE_NUMBER: 422,
  AUTH_ERROR: 401,
  INVALID_MERCHANT_CATEGORY: 403,
  UNAUTHORIZED_MERCHANT_ACCOUNT: 403,
  INVALID_GATEWAY: 404,
  REFERENCE_NUMBER_DOES_NOT_EXIST: 404,
};

/** The complete body of a refusal with this code. */
export function envelope(code: ErrorCode, fields?: Readonly<Record<string, readonly string[]>>) {
  const [, message] = errorTable[code];
  return { error: { status: statuses[code] ?? 400, code, message, ...(fields && { fields }) } };
}

/** Expects exactly this refusal: HTTP status, type and every member of the body. */
export function expectRefusal(
  answer: Answer,
  code: ErrorCode,
  fields?: Readonly<Record<string, readonly string[]>>,
): void {
  const expected = envelope(code, fields);
  expect(answer.json).toEqual(expected);
  expect(answer.status).toBe(expected.error.status);
  expect(answer.headers.get('content-type')).toBe('application/json');
}

/** A refusal with a status but no code. */
export function expectCodeless(answer: Answer, status: number): void {
  expect(answer.json).toEqual({ error: { status, message: expect.any(String) } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
}

/** Registers an unpaid invoice. Returns what confirm needs to pay it, including `invoice_no` INV-1. */
export async function verified(
  sandbox: TestSandbox,
  wallet: Wallet,
  fields: Fields = {},
  call?: CallOptions,
): Promise<{ process_id: string; code: string; amount: string; invoice_no: string }> {
  const sent = { ...rightFields[`${wallet}/verify`], ...fields };
  const answer = await sandbox.call(`${wallet}/verify`, sent, call);
  expect(answer.status).toBe(200);
  return {
    process_id: String(answer.json.result.process_id),
    code: codes[wallet].right,
    amount: sent.amount,
    invoice_no: 'INV-1',
  };
}

/** Fields for which this endpoint answers 200. A wallet's confirm gets a new verification. */
export async function goodFields(sandbox: TestSandbox, endpoint: string): Promise<Record<string, string>> {
  if (endpoint === 'walletA/confirm') return verified(sandbox, 'walletA');
  if (endpoint === 'walletB/confirm') return verified(sandbox, 'walletB');
  // Every other endpoint is in the table.
  return { ...rightFields[endpoint as keyof typeof rightFields] };
}

export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
}

export interface LoggedRequest {
  readonly trace: readonly { check: string; passed: boolean; expected: string; got: string }[];
  readonly [name: string]: unknown;
}

/** The request log entry that this answer points to. */
export async function loggedRequest(sandbox: TestSandbox, answer: Answer): Promise<LoggedRequest> {
  const row = await sandbox.control(`requests/${answer.headers.get('x-sandbox-request-id')}`);
  expect(row.status).toBe(200);
  return row.json;
}
