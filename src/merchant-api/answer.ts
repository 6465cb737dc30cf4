import { confirm as confirmCheckout } from '../flows/checkout.ts';
import type { MerchantRequest } from '../flows/merchant-request.ts';
import { confirm as confirmOtp, verify } from '../flows/otp.ts';
import { type ApiError, errorTable } from '../protocol/errors.ts';
import type { Action } from '../protocol/vocabulary.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import type { Settings } from '../settings/settings.ts';

/** A merchant API answer: JSON in the documented envelopes and nothing more. */
export interface ApiAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs the gateway's flow and wraps its result in the API documentation's envelope. */
export function answerOf(
  runtime: Runtime,
  request: MerchantRequest,
  action: Action,
  publicUrl: string,
): ApiAnswer {
  const { gateway } = request;
  if (gateway.flow === 'checkout') {
    const { token } = confirmCheckout(runtime, { ...request, gateway });
    const redirectUrl = `${publicUrl}/checkout?token=${token}`;
    return success({ result: { code: 'CHECKOUT_REDIRECT', redirect_url: redirectUrl } });
  }
  if (action === 'verify') {
    const { processId } = verify(runtime, { ...request, gateway });
    request.notes.assumptions.add('process-id.form').add('verify.message');
    // 13 digits: exact as a JSON number.
    return success({
      result: { process_id: Number(processId) },
      message: 'OTP has been sent to your mobile number',
    });
  }
  const { transactionId, amount } = confirmOtp(runtime, { ...request, gateway });
  request.notes.assumptions.add('confirm.answer').add('transaction-id.form');
  return success({
    result: { transaction_id: transactionId, amount },
    message: 'Transaction completed successfully',
  });
}

/** The error envelope. The HTTP status always equals `error.status`. */
export function refusal(runtime: Runtime, error: ApiError): ApiAnswer {
  const settings = runtime.settings.current;
  const { code, message } = error;
  const status = statusOf(error, settings);
  const fields = settings.error.fields && status === 422 ? error.fields : undefined;
  const body = { error: { status, ...(code && { code }), message, ...(fields && { fields }) } };
  return { status, code, body: JSON.stringify(body), headers: error.headers };
}

/** The assumptions behind a refusal: the API documentation gives only one code its status and has no `fields`. */
export function assumptionsOf(error: ApiError, settings: Settings): readonly AssumptionName[] {
  const { code, fields } = error;
  if (code === undefined) return ['errors.without-code'];
  const isDocumented = code === 'UNAUTHORIZED' && settings.statuses.UNAUTHORIZED === undefined;
  const hasFields = fields !== undefined && statusOf(error, settings) === 422;
  return [...(isDocumented ? [] : ['statuses' as const]), ...(hasFields ? ['error.fields' as const] : [])];
}

function statusOf({ status, code }: ApiError, { statuses }: Settings): number {
  return status ?? (code ? (statuses[code] ?? errorTable[code][0]) : 400);
}

function success(members: Readonly<Record<string, unknown>>): ApiAnswer {
  return { status: 200, code: undefined, body: JSON.stringify({ status: 200, ...members }), headers: {} };
}
