import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { MerchantRequest } from './merchant-request.ts';

/** The limit of test transactions per period (API documentation, "Limits"). Off until number and period are set. */
export function refuseAboveSandboxLimit(runtime: Runtime, { account, mode, notes }: MerchantRequest): void {
  const limit = runtime.settings.current.sandbox_transaction_limit;
  if (!limit || mode !== 'test') return;
  notes.assumptions.add('sandbox_transaction_limit');
  const now = runtime.clock.now();
  // Those in the future, from before the clock was set back, are in no period that ends now.
  const counted = runtime.store.transactions.countBetween(
    account.id,
    mode,
    now - settingMs(limit.period),
    now,
  );
  if (counted < limit.transactions) return;
  throw new ApiError('SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
}
