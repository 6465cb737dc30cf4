import type { Probe } from '../probe.ts';
import { type Calls, walletsOf } from './calls.ts';
import { checkoutProbes } from './checkout-probes.ts';
import { edgeProbes } from './edge-probes.ts';
import { walletProbes } from './wallet-probes.ts';

/** All probes in sending order: calls that are refused for certain first, calls that send codes last. */
export function allProbes(calls: Calls, mobileNumber: string | undefined): readonly Probe[] {
  const wallets = mobileNumber === undefined ? [] : walletsOf(mobileNumber);
  return [
    ...edgeProbes(calls),
    ...checkoutProbes(calls),
    ...wallets.flatMap((gateway) => walletProbes(gateway, calls.named)),
  ];
}
