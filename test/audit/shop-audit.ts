import type { AuditOptions } from '../../src/audit/audit-options.ts';
import type { Result } from '../../src/audit/run.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { type Around, orderShop } from './order-shop.ts';

/** An audit of the Node example with one gateway, with other answers and options. */
export async function audited(
  around?: Around,
  changes: Partial<AuditOptions> = {},
  gateway = 'aggregator',
): Promise<Result[]> {
  const { url } = await orderShop(undefined, around);
  return allResults({ ...shopMeans(await started(), url), ...changes }, gateway);
}

/** How the case `id` ended. */
export function of(results: readonly Result[], id: string): Result | undefined {
  return results.find((result) => result.case.id === id);
}

/** The cases that ended open. */
export function leftOpen(results: readonly Result[]): string[] {
  return results.filter(({ verdict }) => verdict === 'open').map((result) => result.case.id);
}

/** Where the example's handlers are. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}

/** What a browser gets at the return address, once the example has accepted the return. */
export const returned =
  (page: () => Response) =>
  async (request: Request, next: () => Promise<Response>): Promise<Response> => {
    const answer = await next();
    return new URL(request.url).pathname === '/return' && answer.status < 400 ? page() : answer;
  };

/** The cases of a gateway with a callback URL in which the customer returns to a paid order. */
export const withReturn = ['return-only', 'callback-first', 'return-first', 'slow'];
