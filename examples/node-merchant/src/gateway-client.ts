import type { MerchantConfig } from './config.ts';

/** Longer than any answer should take, and about as long as a customer waits. */
const answerTimeoutMs = 20_000;
/** A payment whose result is unknown may have succeeded, so paying again could charge the customer twice. */
const unknown = 'The result is unknown: check with us before you pay again.';
const unknownCodes = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

/** A refusal in the API's format (Errors), or our own error if there was no such answer. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** HTTP status. 0 if it is unknown whether the request had an effect. */
  readonly status: number;
  /** The error code. Not all errors have one. */
  readonly code: string | undefined;
  /** Why each field was refused, by its name in the API. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(
    message: string,
    options: ErrorOptions & Partial<Pick<GatewayError, 'status' | 'code' | 'fields'>>,
  ) {
    super(message, options);
    this.status = options.status ?? 0;
    this.code = options.code;
    this.fields = options.fields ?? {};
  }
}

export type Result = Readonly<Record<string, unknown>>;

/**
 * Calls `POST /api/v1/transaction/<gateway>/<action>` with form fields and returns the answer's `result`.
 * @throws {GatewayError} for every answer except a 200 with a `result`
 */
export async function callGateway(
  config: MerchantConfig,
  path: `${string}/${'verify' | 'confirm'}`,
  fields: Readonly<Record<string, string>>,
): Promise<Result> {
  const { status, body } = await post(config, `${config.gatewayUrl}/api/v1/transaction/${path}`, fields);
  const answer = asObject(parseJson(body));
  const result = asObject(answer?.result);
  if (status === 200 && result) return result;
  const error = asObject(answer?.error);
  if (!error)
    throw new GatewayError(`The gateway gave an answer we cannot read (HTTP ${status}). ${unknown}`, {});
  const message = asText(error.message) ?? '';
  const code = asText(error.code);
  // 4xx: our request was wrong. After a 5xx, the effect is unknown (API documentation, HTTP statuses), and so it
  // is after some codes of a confirm.
  if (status >= 500 || (path.endsWith('/confirm') && unknownCodes.includes(code ?? '')))
    throw new GatewayError(`${message} ${unknown}`, { code });
  throw new GatewayError(message, { status, code, fields: fieldReasons(error.fields) });
}

/** Converts a string or number to a string: the API documentation defines some members as "number/string". */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

async function post(config: MerchantConfig, url: string, fields: Readonly<Record<string, string>>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${config.accessToken}`,
        'X-API-KEY': config.apiKey,
        Accept: 'application/json',
      },
      body: new URLSearchParams(fields),
      // A redirect would send our keys to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    throw new GatewayError(`The gateway did not answer. ${unknown}`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // Objects other than null and arrays can be read by name. The values stay unknown.
  return value as Record<string, unknown>;
}

function fieldReasons(value: unknown): Record<string, string[]> {
  const reasons = Object.entries(asObject(value) ?? {}).map(([name, why]) => [
    name,
    [why].flat().map(String),
  ]);
  return Object.fromEntries(reasons);
}
