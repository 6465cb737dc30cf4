import { accountOperations } from './accounts.ts';
import { callbackOperations } from './callbacks.ts';
import { checkoutOperations } from './checkouts.ts';
import { clientCheckOperations } from './client-check.ts';
import { clockOperations } from './clock.ts';
import { eventOperations } from './events.ts';
import { faultOperations } from './faults.ts';
import { logOperations } from './log.ts';
import type { Operation } from './operation.ts';
import { otpOperations } from './otps.ts';
import { requestOperations } from './requests.ts';
import { signatureOperations } from './signature.ts';
import { snapshotOperations } from './snapshots.ts';
import { stateOperations } from './state.ts';
import { transactionOperations } from './transactions.ts';

/** An operation with its id, which names it in the OpenAPI document and in generated clients. */
export interface NamedOperation extends Operation {
  readonly id: string;
}

/** Every operation by id. */
export const operations = {
  ...accountOperations,
  ...otpOperations,
  ...transactionOperations,
  ...checkoutOperations,
  ...callbackOperations,
  ...eventOperations,
  ...requestOperations,
  ...logOperations,
  ...faultOperations,
  ...clockOperations,
  ...snapshotOperations,
  ...signatureOperations,
  ...clientCheckOperations,
  ...stateOperations,
};

/** The same operations grouped by noun. */
export const operationsByNoun: Readonly<Record<string, readonly NamedOperation[]>> = {
  accounts: named(accountOperations),
  otps: named(otpOperations),
  transactions: named(transactionOperations),
  checkouts: named(checkoutOperations),
  callbacks: named(callbackOperations),
  events: named(eventOperations),
  requests: named(requestOperations),
  log: named(logOperations),
  faults: named(faultOperations),
  clock: named(clockOperations),
  snapshots: named(snapshotOperations),
  signature: named(signatureOperations),
  client: named(clientCheckOperations),
  state: named(stateOperations),
};

export const controlOperations = Object.values(operationsByNoun).flat();

function named(byId: Readonly<Record<string, Operation>>): NamedOperation[] {
  return Object.entries(byId).map(([id, operation]) => ({ id, ...operation }));
}
