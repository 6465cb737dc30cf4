/**
 * The API documentation's error codes ("General error codes"), and gateway-specific codes known from public clients of
 * such services.
 *
 * The API documentation specifies neither the HTTP status nor the message of most codes. This table is the only place
 * for both. The setting `statuses` overrides a status. The HTTP status always equals `error.status`.
 */
export const errorTable = {
  UNAUTHORIZED: [401, 'The access token or API key is invalid, or the account is not approved yet.'],
  DENIED_ACCESS_GATEWAY: [403, 'The account has no permission to use this payment method.'],
  FORBIDDEN_IP_ADDRESS: [403, 'The source IP address is not in the whitelist of the account.'],
  MISSING_PARAMETER: [400, 'The configuration of this payment gateway is missing.'],
  INVALID_INPUTS: [422, 'Some fields are missing or filled out incorrectly.'],
  BACKEND_ERROR: [400, 'An error occurred in the backend of the service.'],
  MAINTENANCE_MODE: [400, 'The service is in maintenance mode.'],
  TEST_MODE_NOT_SUPPORTED: [400, 'This payment gateway does not support test mode.'],
  // Spelled as the service spells it.
  TOO_MAY_REQUESTS: [429, 'Too many requests were received.'],
  INVALID_AMOUNT_FORMAT: [400, 'The amount must have one of the forms XXX, XX.X or XX.XX.'],
  AMOUNT_NOT_ALLOWED: [400, 'The amount must be greater than zero.'],
  AMOUNT_EXCEEDED_MAXIMUM: [400, 'The amount is above the maximum of a transaction.'],
  CURRENCY_NOT_SUPPORTED: [400, 'The currency is not supported.'],
  SANDBOX_TRANSACTION_LIMIT_EXCEEDED: [
    400,
    'The maximum number of sandbox transactions for this period is reached.',
  ],
  // Seen in public clients, not in the API documentation.
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: [
    400,
    'The mobile number or the birth year is not the one of a customer.',
    'clients',
  ],
  NOT_SUBSCRIBED: [400, 'The mobile number is not subscribed to the service.', 'clients'],
  // Spelled as clients spell it.
  INVLIAD_OTP: [400, 'The one-time code is wrong.', 'clients'],
  CONFIRMATION_ERROR: [400, 'The payment could not be confirmed with this code.', 'clients'],
  OTP_EXPIRED: [400, 'The one-time code has expired.', 'clients'],
  INVALID_INVOICE_AMOUNT_OR_NUMBER: [
    400,
    'The amount or the number of the invoice differs from the verification.',
    'clients',
  ],
  INSUFFICIENT_BALANCE: [400, 'The balance of the customer is not sufficient.', 'clients'],
  PHONE_NUMBER_IS_LOCKED: [400, 'The mobile number is locked after too many wrong codes.', 'clients'],
  DUPLICATED_INVOICE_NUMBER: [422, 'The invoice number has been used before.', 'clients'],
  // Spelled as clients spell it.
  OTP_WAIT_BEFORE_RESNED: [
    429,
    'A code was sent a moment ago. Wait before you ask for another one.',
    'clients',
  ],
  INVALID_MOBILE_NUMBER: [422, 'The mobile number is not valid.', 'clients'],
  EMPTY_MOBILE_NUMBER: [422, 'The mobile number is missing.', 'clients'],
  CHECK_BANK_ACCOUNT: [400, 'The bank account of the customer cannot be charged.', 'clients'],
  BACKEND_SERVER_ERROR: [400, 'An error occurred in a server behind the service.', 'clients'],
  INVALID_AMOUNT: [400, 'The amount is not valid.', 'clients'],
  NOT_ALLOWED_AMOUNT: [400, 'The amount is not allowed for this payment.', 'clients'],
  AUTH_ERROR: [401, 'The credentials could not be verified.', 'clients'],
  ADD_PAYMENT_ERROR: [400, 'The payment could not be registered.', 'clients'],
  INVALID_MERCHANT_CATEGORY: [
    403,
    'The category of the merchant may not use this payment method.',
    'clients',
  ],
  UNAUTHORIZED_MERCHANT_ACCOUNT: [403, 'The merchant account is not authorized for this payment.', 'clients'],
  INVALID_GATEWAY: [404, 'There is no payment gateway with this name.', 'clients'],
  SECRET_KEY_DOES_NOT_EXIST: [400, 'The account has no secret key.', 'clients'],
  REFERENCE_NUMBER_DOES_NOT_EXIST: [404, 'There is no payment with this reference number.', 'clients'],
} as const satisfies Record<string, ErrorEntry>;

/** `clients` marks codes seen in public clients, not in the API documentation. */
type ErrorEntry = readonly [status: number, message: string, seenIn?: 'clients'];

export type ErrorCode = keyof typeof errorTable;

/** Whether a code is in the API documentation's own list ("General error codes"). */
export function isDocumented(code: ErrorCode): boolean {
  const [, , seenIn]: ErrorEntry = errorTable[code];
  return seenIn === undefined;
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ErrorDetails {
  /** Replaces the code's default status. */
  readonly status?: number;
  /** Replaces the table's message. */
  readonly message?: string;
  /** What is wrong with each field: `{amount: ["is required"]}`. */
  readonly fields?: FieldErrors;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** What to do in the sandbox, in ASCII: for the log and the `X-Sandbox-Hint` header, never for the body. */
  readonly hint?: string | undefined;
  /** Other response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A refusal of the merchant API, thrown by checks and flows. It does not roll anything back, so a flow must
 * refuse before its first write, unless the refusal itself changes something (a wrong code is counted).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Absent where the API documentation gives a status without a code: an unknown path, a wrong method. */
  readonly code: ErrorCode | undefined;
  readonly status: number | undefined;
  readonly fields: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly hint: string | undefined;

  constructor(code: ErrorCode | undefined, details: ErrorDetails = {}) {
    // Without a code, there is always a message.
    super(details.message ?? errorTable[code as ErrorCode][1]);
    this.code = code;
    this.status = details.status;
    this.fields = details.fields;
    this.hint = details.hint;
    // Every 429 says when to retry, even one caused by a fault.
    const is429 = code !== undefined && errorTable[code][0] === 429;
    const retryAfter = details.retryAfterSeconds ?? (is429 ? 1 : undefined);
    this.headers = {
      ...details.headers,
      ...(details.hint !== undefined && { 'X-Sandbox-Hint': details.hint }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    };
  }
}

/** 422 `INVALID_INPUTS` for a single field. */
export function invalidField(name: string, why: string, hint?: string): ApiError {
  return new ApiError('INVALID_INPUTS', { fields: { [name]: [why] }, hint });
}
