import { magicCode, magicNumber } from '../faults/magic.ts';
import type { Refusal } from '../gateways/definition.ts';
import type { OtpGateway } from '../gateways/gateway.ts';
import { ApiError, invalidField, isDocumented } from '../protocol/errors.ts';
import { normalMobileNumber } from '../protocol/mobile-number.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Otp, Phone, Verification } from '../store/verifications.ts';
import { insertTransaction } from './invoice.ts';
import { type MerchantRequest, required } from './merchant-request.ts';
import {
  confirmCode,
  insertVerification,
  noteWrongCode,
  repeatableOtp,
  resendWaitMs,
  sendCode,
} from './phone.ts';
import { replacedCodeHint } from './replaced-code.ts';
import { refuseAboveSandboxLimit } from './sandbox-limit.ts';

type OtpRequest = MerchantRequest<OtpGateway>;

/** The result of verify. `process_id` is a JSON number on the wire. */
export interface Verified {
  readonly processId: string;
}

export interface Confirmed {
  readonly transactionId: number;
  /** The amount exactly as confirm sent it. */
  readonly amount: string;
}

/** Step 1: registers an unpaid invoice and sends a one-time code to the customer's phone. */
export function verify(runtime: Runtime, request: OtpRequest): Verified {
  refuseAboveSandboxLimit(runtime, request);
  const { account, mode, gateway, amount, notes } = request;
  const phone = {
    accountId: account.id,
    mode,
    gateway: gateway.token,
    // With or without the leading zero, it is the same phone.
    mobileNumber: normalMobileNumber(required(request, 'mobile_number')),
  };
  refuseTooSoon(runtime, request, phone);
  const magic = magicNumber(gateway.token, phone.mobileNumber);
  if (magic) markMagic(runtime, request, phone);
  if (magic?.code)
    throw refusal(runtime, request, { code: magic.code, field: 'mobile_number', why: 'is a magic number' });

  const verification = insertVerification(runtime, phone, amount, null);
  const repeated = repeatableOtp(runtime, phone);
  if (!magic?.no_code) {
    const { supersedes } = sendCode(runtime, verification, repeated);
    noteCode(runtime, request, supersedes || repeated !== undefined);
  }
  notes.processId = verification.processId;
  return { processId: verification.processId };
}

/** Names the assumptions behind a fixed or second code, which differ from those of a random first one. */
function noteCode({ settings }: Runtime, { notes }: OtpRequest, isSecond: boolean): void {
  notes.assumptions.add('otp.length').add('otp.lifetime');
  if (settings.current.otp.policy === 'fixed') notes.assumptions.add('otp.policy').add('otp.codes');
  if (isSecond) notes.assumptions.add('otp.repeat_window').add('otp.resend_wait');
}

/** Step 2: pays the unpaid invoice with the code. Each verification succeeds once, even concurrently. */
export function confirm(runtime: Runtime, request: OtpRequest): Confirmed {
  refuseAboveSandboxLimit(runtime, request);
  const verification = openVerification(runtime, request);
  request.notes.processId = verification.processId;
  const otp = currentOtp(runtime, request, verification);
  refuseOtherAmount(runtime, request, verification);
  const code = required(request, 'code');
  const magic = magicCode(request.gateway.token, code);
  if (magic) markMagic(runtime, request, verification, code);
  if (magic) throw refusal(runtime, request, { code: magic, field: 'code', why: 'is a magic code' });
  if (otp?.code !== code) throw wrongCode(runtime, request, verification, otp);
  if (otp.status !== 'active' || otp.expiresAt <= runtime.clock.now()) {
    request.notes.assumptions.add('otp.lifetime');
    throw refusal(runtime, request, request.gateway.refusals.expired);
  }
  return pay(runtime, request, verification, otp);
}

function pay(runtime: Runtime, request: OtpRequest, verification: Verification, otp: Otp): Confirmed {
  const { mobileNumber, processId, gateway } = verification;
  const transaction = insertTransaction(runtime, request, {
    status: 'completed',
    holdsInvoice: true,
    mobileNumber,
  });
  const { id, amount, invoiceNo, accountId } = transaction;
  const isRepeated = confirmCode(runtime, verification, otp, transaction);
  if (isRepeated) request.notes.assumptions.add('otp.repeat_window');
  const about = { accountId, transactionId: id, invoiceNo, mobileNumber, processId };
  runtime.journal.append({ ...about, type: 'transaction.completed', data: { gateway, amount } });
  return { transactionId: id, amount };
}

/** Every kind of unknown process gets the same answer, so that nobody can probe the processes of others. */
function openVerification(runtime: Runtime, request: OtpRequest): Verification {
  const verification = runtime.store.verifications.get(required(request, 'process_id'));
  const own =
    verification &&
    verification.accountId === request.account.id &&
    verification.mode === request.mode &&
    verification.gateway === request.gateway.token;
  if (own && verification.status === 'confirmed') request.notes.assumptions.add('process.once');
  if (!own || verification.status === 'confirmed') {
    throw invalidField('process_id', 'is unknown or already confirmed');
  }
  return verification;
}

/** The code sent last. Undefined when none counts, because it never arrived or was superseded. */
function currentOtp(runtime: Runtime, request: OtpRequest, verification: Verification): Otp | undefined {
  const otp = runtime.store.verifications.otpOf(verification.processId);
  if (verification.status === 'locked' || otp?.status === 'locked') {
    request.notes.assumptions.add('otp.attempts').add('process.lock');
    throw refusal(runtime, request, request.gateway.refusals.locked);
  }
  if (otp?.status !== 'superseded') return otp;
  request.notes.assumptions.add('otp.repeat_window');
  return undefined;
}

function refuseOtherAmount(runtime: Runtime, request: OtpRequest, verification: Verification): void {
  if (request.amount.hundredths === verification.amountHundredths) return;
  request.notes.assumptions.add('process.once');
  throw refusal(runtime, request, request.gateway.refusals.otherAmount);
}

/** Counts the wrong code, which survives the refusal. Too many of them lock the process. */
function wrongCode(
  runtime: Runtime,
  request: OtpRequest,
  verification: Verification,
  otp: Otp | undefined,
): ApiError {
  request.notes.assumptions.add('otp.attempts').add('process.once');
  const hint = replacedCodeHint(runtime, verification, required(request, 'code'));
  noteWrongCode(runtime, verification, otp);
  return refusal(runtime, request, request.gateway.refusals.wrongCode, hint);
}

function refusal(
  runtime: Runtime,
  request: OtpRequest,
  { code, field, why }: Refusal,
  hint?: string,
): ApiError {
  request.notes.assumptions.add('codes');
  const unknown =
    code === 'INVALID_INPUTS' || (runtime.settings.current.codes === 'documented' && !isDocumented(code));
  return unknown ? invalidField(field, why, hint) : new ApiError(code, { hint });
}

/** Records a magic value like any other fault: in the request log, the answer's header and the journal. */
function markMagic(
  { journal }: Runtime,
  { notes }: OtpRequest,
  { accountId, mobileNumber }: Phone,
  value: string = mobileNumber,
): void {
  const name = `magic ${value}`;
  notes.fault = notes.fault === undefined ? name : `${notes.fault}, ${name}`;
  journal.append({ type: 'fault.fired', accountId, mobileNumber, data: { magic: value } });
}

function refuseTooSoon(runtime: Runtime, { notes }: OtpRequest, phone: Phone): void {
  const leftMs = resendWaitMs(runtime, () => runtime.store.verifications.activeOtp(phone));
  if (leftMs > 0) notes.assumptions.add('otp.resend_wait');
  if (leftMs > 0) throw new ApiError('TOO_MAY_REQUESTS', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
