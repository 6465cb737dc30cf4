export type Wallet = 'walletA' | 'walletB';
export type CheckoutGateway = 'localbankcards' | 'cardgw' | 'aggregator';
export type Mode = 'test' | 'live';

export interface Code {
  readonly id: number;
  readonly expiresAt: number;
  status: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
  wrong: number;
}

export interface Process {
  readonly id: string;
  readonly wallet: Wallet;
  readonly mode: Mode;
  readonly number: string;
  readonly codes: Code[];
  status: 'open' | 'confirmed' | 'locked';
  wrong: number;
}

export interface Transaction {
  readonly id: number;
  readonly gateway: Wallet | CheckoutGateway;
  readonly mode: Mode;
  readonly invoice: string;
  status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
}

export interface Checkout extends Transaction {
  readonly gateway: CheckoutGateway;
  readonly token: string;
  expiresAt: number;
}

export interface Callback {
  readonly id: number;
  status: 'pending' | 'held' | 'delivered' | 'exhausted';
  tries: number;
  attempts: number;
  nextAt: number;
}

/** The stored state, as far as the model knows: what a snapshot contains and a reset deletes. */
export interface Stored {
  now: number;
  processes: Process[];
  payments: Transaction[];
  checkouts: Checkout[];
  callbacks: Callback[];
  /** Gateways whose next call fails, in the order of the faults. */
  faults: string[];
}

/** A small gateway without network, database or clock: the expected answers and state of the sandbox. */
export interface Model {
  stored: Stored;
  readonly saved: Map<string, Stored>;
  readonly isOnFile: boolean;
  isMerchantUp: boolean;
}

export const startAt = Date.UTC(2026, 0, 15, 12, 0, 0);
const codeLifetimeMs = 5 * 60_000;
export const checkoutLifetimeMs = 30 * 60_000;
const retryDelaysMs = [5000, 30_000, 120_000, 600_000];
const mostWrongCodes = 5;

export function newStored(): Stored {
  return {
    now: startAt,
    processes: [],
    payments: [],
    checkouts: [],
    callbacks: [],
    faults: [],
  };
}

export function isInvoiceUsed({ payments, checkouts }: Stored, mode: Mode, invoice: string): boolean {
  return [...payments, ...checkouts].some((each) => each.mode === mode && each.invoice === invoice);
}

export function nextTransactionId({ payments, checkouts }: Stored): number {
  return 100_001 + payments.length + checkouts.length;
}

/** Sends a code, which ends the active one of the same phone. */
export function sendCode(stored: Stored, process: Process): void {
  const { wallet, mode, number } = process;
  const samePhone = stored.processes.filter(
    (each) => each.wallet === wallet && each.mode === mode && each.number === number,
  );
  for (const code of samePhone.flatMap(({ codes }) => codes))
    if (code.status === 'active') code.status = 'superseded';
  const id = 1 + stored.processes.reduce((sum, { codes }) => sum + codes.length, 0);
  process.codes.push({ id, expiresAt: stored.now + codeLifetimeMs, status: 'active', wrong: 0 });
}

/** Counts a wrong code, even if the process's code no longer counts. */
export function countWrong(process: Process, code: Code | undefined): void {
  process.wrong += 1;
  if (code) code.wrong += 1;
  if (process.wrong < mostWrongCodes) return;
  process.status = 'locked';
  if (code?.status === 'active') code.status = 'locked';
}

/** Ends whatever has expired. */
export function passTime({ now, processes, checkouts }: Stored): void {
  for (const code of processes.flatMap(({ codes }) => codes))
    if (code.status === 'active' && code.expiresAt <= now) code.status = 'expired';
  for (const checkout of checkouts)
    if (checkout.status === 'started' && checkout.expiresAt <= now) checkout.status = 'expired';
}

/** Sends every due callback. Returns the number of attempts. */
export function deliverDue({ stored, isMerchantUp }: Model): number {
  const due = stored.callbacks.filter(({ status, nextAt }) => status === 'pending' && nextAt <= stored.now);
  for (const callback of due) {
    callback.attempts += 1;
    callback.tries += 1;
    const delayMs = retryDelaysMs[callback.tries - 1];
    if (isMerchantUp) callback.status = 'delivered';
    else if (delayMs === undefined) callback.status = 'exhausted';
    else callback.nextAt = stored.now + delayMs;
  }
  return due.length;
}
