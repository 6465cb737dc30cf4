import { accountOperations } from './accounts.ts';
import { callbackOperations } from './callbacks.ts';
import { checkoutOperations } from './checkouts.ts';
import { clockOperations } from './clock.ts';
import { eventOperations } from './events.ts';
import { faultOperations } from './faults.ts';
import type { Operation } from './operation.ts';
import { otpOperations } from './otps.ts';
import { requestOperations } from './requests.ts';
import { signatureOperations } from './signature.ts';
import { snapshotOperations } from './snapshots.ts';
import { stateOperations } from './state.ts';
import { transactionOperations } from './transactions.ts';

/** Every call of the control API, by the noun that it is about. */
export const operationsByNoun: Readonly<Record<string, readonly Operation[]>> = {
  accounts: accountOperations,
  otps: otpOperations,
  transactions: transactionOperations,
  checkouts: checkoutOperations,
  callbacks: callbackOperations,
  events: eventOperations,
  requests: requestOperations,
  faults: faultOperations,
  clock: clockOperations,
  snapshots: snapshotOperations,
  signature: signatureOperations,
  state: stateOperations,
};

export const controlOperations = Object.values(operationsByNoun).flat();
