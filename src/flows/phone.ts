import type { Amount } from '../protocol/amount.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Otp, Phone, Verification } from '../store/verifications.ts';
import { newCode } from './new-code.ts';

/** Registers an amount that a code must confirm. A hosted checkout passes the id of its transaction. */
export function insertVerification(
  runtime: Runtime,
  { accountId, mode, gateway, mobileNumber }: Phone & Pick<Verification, 'gateway'>,
  amount: Amount,
  transactionId: number | null,
): Verification {
  const registered = {
    accountId,
    mode,
    gateway,
    mobileNumber,
    amount: amount.text,
    amountHundredths: amount.hundredths,
    status: 'open' as const,
    wrongCodes: 0,
    transactionId,
    createdAt: runtime.clock.now(),
  };
  for (let retries = 0; ; retries += 1) {
    const verification = { ...registered, processId: runtime.ids.processId(retries) };
    if (runtime.store.verifications.insert(verification)) return verification;
  }
}

interface Sent {
  readonly otpId: number;
  readonly supersedes: boolean;
}

/**
 * Sends a verification's code to the customer's phone, which is the inbox. A new code supersedes earlier
 * ones. A repeated code is sent again, and the first stays valid too.
 */
export function sendCode(runtime: Runtime, verification: Verification, repeated?: Otp): Sent {
  const { store, clock, settings, alarms } = runtime;
  const supersedes = repeated === undefined && supersedeCodes(runtime, verification);
  const now = clock.now();
  const expiresAt = now + settingMs(settings.current.otp.lifetime);
  const otpId = store.verifications.insertOtp({
    accountId: verification.accountId,
    mode: verification.mode,
    gateway: verification.gateway,
    mobileNumber: verification.mobileNumber,
    processId: verification.processId,
    amount: verification.amount,
    code: repeated?.code ?? newCode(runtime, verification),
    status: 'active',
    attempts: 0,
    createdAt: now,
    expiresAt,
    cleared: false,
  });
  alarms.note(expiresAt);
  tell(runtime, verification, 'otp.sent', {
    otp_id: String(otpId),
    gateway: verification.gateway,
    amount: verification.amount,
  });
  return { otpId, supersedes };
}

/** Ends an active code without a payment. Returns false when it has already ended. */
export function endOtp(runtime: Runtime, otp: Otp, status: 'expired' | 'superseded' | 'locked'): boolean {
  const { store } = runtime;
  if (!store.verifications.endOtp(otp.id, status)) return false;
  if (status === 'locked') store.verifications.close(otp.processId, 'locked', null);
  const verification = store.verifications.get(otp.processId);
  tell(runtime, verification ?? { ...otp, transactionId: null }, `otp.${status}`, aboutOtp(otp));
  return true;
}

/** Sends another code for this code's verification. Undefined when the verification is over. */
export function resendOtp(runtime: Runtime, otp: Otp): number | undefined {
  const verification = runtime.store.verifications.get(otp.processId);
  if (verification?.status !== 'open') return undefined;
  return sendCode(runtime, verification).otpId;
}

/** Counts a wrong code. Returns true when it was one too many and locked the process. */
export function noteWrongCode(runtime: Runtime, verification: Verification, otp: Otp | undefined): boolean {
  const { store, settings } = runtime;
  const { processId, gateway, wrongCodes } = verification;
  const data = otp ? aboutOtp(otp) : { gateway };
  store.verifications.countWrongCode(processId);
  if (otp) store.verifications.countAttempt(otp.id);
  tell(runtime, verification, 'otp.wrong_code', data);
  if (wrongCodes + 1 < settings.current.otp.attempts) return false;
  store.verifications.close(processId, 'locked', null);
  if (otp) store.verifications.endOtp(otp.id, 'locked');
  tell(runtime, verification, 'otp.locked', data);
  return true;
}

/** Uses up code and process for this transaction. True when other processes were sent the same code. */
export function confirmCode(
  runtime: Runtime,
  verification: Verification,
  otp: Otp,
  { id, invoiceNo }: Pick<Transaction, 'id' | 'invoiceNo'>,
): boolean {
  runtime.store.verifications.close(verification.processId, 'confirmed', id);
  runtime.store.verifications.endOtp(otp.id, 'used');
  tell(runtime, { ...verification, transactionId: id, invoiceNo }, 'otp.used', aboutOtp(otp));
  // A repeated code pays once, whichever of its processes is confirmed.
  return verification.transactionId === null && supersedeCodes(runtime, verification);
}

/** Closes a process and its code when its checkout continued or ended without them. */
export function closeProcess(runtime: Runtime, processId: string): void {
  const { verifications } = runtime.store;
  const otp = verifications.otpOf(processId);
  if (otp && verifications.close(processId, 'closed', null)) endOtp(runtime, otp, 'expired');
}

/** Milliseconds until another code may be sent. A code from before the clock was set back starts no wait. */
export function resendWaitMs({ settings, clock }: Runtime, before: () => Otp | undefined): number {
  const waitMs = settingMs(settings.current.otp.resend_wait);
  const sinceMs = waitMs === 0 ? 0 : clock.now() - (before()?.createdAt ?? 0);
  return sinceMs < 0 ? 0 : Math.max(0, waitMs - sinceMs);
}

/** The code that a verify within `otp.repeat_window` repeats. The window starts when it was first sent. */
export function repeatableOtp({ store, settings, clock }: Runtime, phone: Phone): Otp | undefined {
  const windowMs = settingMs(settings.current.otp.repeat_window);
  const [first] = windowMs === 0 ? [] : store.verifications.activeOtps(phone);
  if (!first || clock.now() < first.createdAt) return undefined;
  return clock.now() < Math.min(first.createdAt + windowMs, first.expiresAt) ? first : undefined;
}

/**
 * Ends the codes that a new code supersedes and returns whether there were any. For wallets these are the
 * phone's active codes. For a checkout it is only the code of its own session, because many customers may pay
 * with the same test card at once.
 */
function supersedeCodes(runtime: Runtime, verification: Verification): boolean {
  const { verifications } = runtime.store;
  const ofSession = () => {
    const otp = verifications.otpOf(verification.processId);
    return otp ? [otp] : [];
  };
  const before = verification.transactionId === null ? verifications.activeOtps(verification) : ofSession();
  return before.map((otp) => endOtp(runtime, otp, 'superseded')).includes(true);
}

type OtpEvent = `otp.${'sent' | 'expired' | 'superseded' | 'locked' | 'wrong_code' | 'used'}`;

type AboutOtp = Pick<Verification, 'accountId' | 'mobileNumber' | 'processId' | 'transactionId'> & {
  /** Read from the transaction if it is absent. */
  readonly invoiceNo?: string;
};

function tell(
  { store, journal }: Runtime,
  {
    accountId,
    mobileNumber,
    processId,
    transactionId,
    invoiceNo = transactionId === null ? undefined : store.transactions.get(transactionId)?.invoiceNo,
  }: AboutOtp,
  type: OtpEvent,
  data: Readonly<Record<string, unknown>>,
): void {
  const about = { accountId, mobileNumber, processId, transactionId, invoiceNo: invoiceNo ?? null };
  journal.append({ ...about, type, data });
}

function aboutOtp({ id, gateway }: Otp) {
  return { otp_id: String(id), gateway };
}
