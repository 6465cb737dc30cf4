import { magicCode } from '../faults/magic.ts';
import type { GatewayToken } from '../gateways/gateway.ts';
import { codeOfLength } from '../gateways/magic-codes.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Verification } from '../store/verifications.ts';

/** How many digits this gateway's codes have. */
export function codeLength(runtime: Runtime, gateway: GatewayToken): number {
  const lengths: Partial<Record<GatewayToken, number>> = runtime.settings.current.otp.length;
  return lengths[gateway] ?? 6;
}

/** The code of a verification, as the settings of `otp` choose it. */
export function newCode(runtime: Runtime, { gateway, mobileNumber }: Verification): string {
  const digits = codeLength(runtime, gateway);
  const { policy, codes } = runtime.settings.current.otp;
  const fixed = policy === 'fixed' ? (codes[mobileNumber] ?? codes['*']) : undefined;
  return fixed ? codeOfLength(fixed, digits) : ordinaryCode(runtime, gateway, digits);
}

/** A random code that is not a magic value: the right code must not fail by chance. */
function ordinaryCode({ ids }: Runtime, gateway: GatewayToken, digits: number): string {
  for (;;) {
    const code = ids.code(digits);
    if (!magicCode(gateway, code)) return code;
  }
}
