import { allProbes } from '../../src/compare/probes/all-probes.ts';
import { type Calls, checkouts, walletsOf } from '../../src/compare/probes/calls.ts';
import { lockProbe } from '../../src/compare/probes/lock-probe.ts';
import { codeLengths } from '../../src/gateways/index.ts';
import { mobileNumber } from './live.ts';

const [plain] = checkouts;
if (!plain) throw new RangeError('No gateway has a checkout.');
const calls: Calls = { named: (token) => token, plain };
/** All probes, with that of the lock. */
export const probes = [
  ...allProbes(calls, mobileNumber),
  ...walletsOf(mobileNumber).map((wallet) => lockProbe(wallet, calls.named, codeLengths[wallet.token])),
];
