import { onTestFinished } from 'vitest';
import { type Comparison, compare } from '../../src/compare/compare.ts';
import type { Service } from '../../src/compare/play.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../src/index.ts';

export const mobileNumber = '0912345678';

/** A sandbox in the role of the live service. */
export async function liveService(settings: StartOptions['settings'] = {}): Promise<StartedSandbox> {
  const sandbox = await startSandbox({ settings });
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** A service for the probes. Advances its clock where a real service would make them wait. */
export function serviceOf({ url, account, clock }: StartedSandbox, number?: string): Service {
  let invoices = 0;
  return {
    url,
    apiKey: account.apiKey,
    accessToken: account.accessTokens.test,
    mobileNumber: number,
    timeoutMs: 30_000,
    pauseMs: 0,
    wait: async (ms) => {
      if (ms > 0) await clock.advance(ms);
    },
    elapsedMs: () => 0,
    invoice: () => {
      invoices += 1;
      return `live-${invoices}`;
    },
  };
}

/** Compares a service with a sandbox with default settings. */
export function comparison(
  service: Service,
  options: { readonly mayLock?: boolean } = {},
): Promise<Comparison> {
  const [plain] = checkouts;
  if (!plain) throw new RangeError('No gateway has a checkout.');
  return compare({
    service,
    base: {},
    calls: { named: (token) => token, plain },
    mayLock: options.mayLock ?? false,
    known: new Map(),
    begins: () => {},
    ended: () => {},
  });
}
