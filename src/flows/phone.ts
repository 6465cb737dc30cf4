import { magicCode } from '../faults/magic.ts';
import type { GatewayToken } from '../gateways/gateway.ts';
import type { Runtime } from '../runtime.ts';
import { settingMs } from '../settings.ts';
import type { Otp, Verification } from '../store/verifications.ts';

/** Sends a new code for a verification to the customer's phone, which is the inbox. It supersedes the phone's active one. */
export function sendCode(runtime: Runtime, verification: Verification): number {
  const { store, journal, clock, settings, alarms } = runtime;
  const superseded = store.verifications.activeOtp(verification);
  if (superseded) endOtp(runtime, superseded, 'superseded');
  const now = clock.now();
  const expiresAt = now + settingMs(settings.current.otp.lifetime);
  const otpId = store.verifications.insertOtp({
    accountId: verification.accountId,
    mode: verification.mode,
    gateway: verification.gateway,
    mobileNumber: verification.mobileNumber,
    processId: verification.processId,
    amount: verification.amount,
    code: newCode(runtime, verification),
    status: 'active',
    attempts: 0,
    createdAt: now,
    expiresAt,
    cleared: false,
  });
  alarms.note(expiresAt);
  journal.append({
    type: 'otp.sent',
    accountId: verification.accountId,
    mobileNumber: verification.mobileNumber,
    processId: verification.processId,
    data: { otp_id: String(otpId), gateway: verification.gateway, amount: verification.amount },
  });
  return otpId;
}

/** Ends an active code without a payment. False when it has ended before. */
export function endOtp(runtime: Runtime, otp: Otp, status: 'expired' | 'superseded' | 'locked'): boolean {
  if (!runtime.store.verifications.endOtp(otp.id, status)) return false;
  if (status === 'locked') runtime.store.verifications.close(otp.processId, 'locked', null);
  runtime.journal.append({
    type: `otp.${status}`,
    accountId: otp.accountId,
    mobileNumber: otp.mobileNumber,
    processId: otp.processId,
    data: { otp_id: String(otp.id), gateway: otp.gateway },
  });
  return true;
}

/** Sends another code for the verification of this one; undefined when that is over. */
export function resendOtp(runtime: Runtime, otp: Otp): number | undefined {
  const verification = runtime.store.verifications.get(otp.processId);
  if (verification?.status !== 'open') return undefined;
  return sendCode(runtime, verification);
}

/** The digits of `gateway`'s codes. */
export function codeLength(runtime: Runtime, gateway: GatewayToken): number {
  const lengths: Partial<Record<GatewayToken, number>> = runtime.settings.current.otp.length;
  return lengths[gateway] ?? 6;
}

function newCode(runtime: Runtime, { gateway, mobileNumber }: Verification): string {
  const digits = codeLength(runtime, gateway);
  const { policy, codes } = runtime.settings.current.otp;
  const fixed = policy === 'fixed' ? (codes[mobileNumber] ?? codes['*']) : undefined;
  return fixed ? fixed.padEnd(digits, '0').slice(0, digits) : ordinaryCode(runtime, gateway, digits);
}

/** A random code that is not a magic one: a customer's right code must not fail by chance. */
function ordinaryCode({ ids }: Runtime, gateway: GatewayToken, digits: number): string {
  for (;;) {
    const code = ids.code(digits);
    if (!magicCode(gateway, code)) return code;
  }
}
