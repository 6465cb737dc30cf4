import type { AuditOptions } from '../../src/audit/audit-options.ts';
import { cases } from '../../src/audit/cases.ts';
import { orderByUrl, usualOrderForm } from '../../src/audit/order.ts';
import { audit, type Result } from '../../src/audit/run.ts';
import { stateByUrl } from '../../src/audit/state.ts';
import type { SandboxClient } from '../../src/client.ts';

interface MeansOptions {
  readonly form?: string;
  readonly slowMs?: number | undefined;
  readonly settleMs?: number | undefined;
  readonly patienceMs?: number | undefined;
  readonly timeoutMs?: number;
}

/** How the audit reaches an example that opens its checkouts itself. */
export function meansFor(
  sandbox: SandboxClient,
  merchantUrl: string,
  {
    form = usualOrderForm,
    slowMs = 100,
    settleMs = 0,
    patienceMs = 200,
    timeoutMs = 5000,
  }: MeansOptions = {},
): AuditOptions {
  return {
    sandbox,
    nameOf: (token) => token,
    makeOrder: orderByUrl(`${merchantUrl}/orders`, form, timeoutMs),
    readState: stateByUrl(`${merchantUrl}/orders/{invoice}`, timeoutMs),
    callbackUrl: undefined,
    allowSelfSigned: false,
    returnUrl: undefined,
    amount: '25.50',
    timeoutMs,
    settleMs,
    patienceMs,
    slowMs,
  };
}

/** How the audit reaches an `orderShop`. */
export function shopMeans(sandbox: SandboxClient, shopUrl: string): AuditOptions {
  const means = meansFor(sandbox, shopUrl);
  return {
    ...means,
    makeOrder: orderByUrl(`${shopUrl}/make`, usualOrderForm, means.timeoutMs),
    callbackUrl: `${shopUrl}/callback`,
    returnUrl: `${shopUrl}/return`,
  };
}

/** All results of an audit, or those of `genuine` and one other case. */
export async function allResults(options: AuditOptions, gateway: string, only?: string): Promise<Result[]> {
  const chosen = cases.filter(({ id }) => only === undefined || id === 'genuine' || id === only);
  const results: Result[] = [];
  for await (const result of audit(options, { gateways: [gateway], cases: chosen })) results.push(result);
  return results;
}

export function failed(results: readonly Result[]): string[] {
  return results.filter(({ verdict }) => verdict === 'fail').map((result) => result.case.id);
}
