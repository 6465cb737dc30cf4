import type { Context, Hono } from 'hono';
import { gatewayTokens } from '../../gateways/index.ts';
import { errorMessage } from '../../host/errors.ts';
import { type AppEnv, connectionOf } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { readForm } from '../../http/read-form.ts';
import { isLoopbackHost } from '../../protocol/loopback-host.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { TesterFrame } from '../tester-models.ts';
import { shownAccount } from './overview.ts';

const largestFormBytes = 16 * 1024;

interface ToShopPage extends TesterFrame {
  /** Where the browser is redirected. Undefined if it cannot be. */
  readonly refreshTo: string | undefined;
  readonly problem: string | undefined;
}

/**
 * The "Make a test payment" buttons: start the demo shop and send the browser to its checkout. Goes through a
 * page, because `form-action 'self'` blocks a redirect to another origin.
 */
export function testPaymentRoute(app: Hono<AppEnv>, parts: AppParts): void {
  app.post('/_sandbox/test-payments', async (c) => {
    const read = await readForm(c, largestFormBytes);
    const { names } = parts.runtime;
    const gateway = gatewayTokens.find((token) => names.of(token) === read?.('gateway'));
    const { demoShop } = parts;
    if (!gateway || !demoShop?.gateways.includes(gateway)) return notFoundPage(c, parts.runtime);
    const reader = readerOf(c);
    const { overview } = reader.t.dashboard;
    if (!isThisMachine(c)) return toShop(c, parts, { problem: overview.shopElsewhere });
    const account = shownAccount(parts.runtime, { ...reader, account: read?.('account') ?? '' });
    if (!account) return notFoundPage(c, parts.runtime);
    try {
      const { url } = await demoShop.of(account, names);
      return toShop(c, parts, { refreshTo: `${url}/${reader.lang}/checkout?gateway=${gateway}` });
    } catch (error) {
      return toShop(c, parts, { problem: errorMessage(error) });
    }
  });
}

/** The shop listens on loopback only. */
function isThisMachine(c: Context<AppEnv>): boolean {
  const { host } = connectionOf(c);
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return isLoopbackHost(name);
}

function toShop(
  c: Context<AppEnv>,
  { runtime }: AppParts,
  { refreshTo, problem }: { readonly refreshTo?: string; readonly problem?: string },
): Response {
  const reader = readerOf(c);
  const { toShop: title } = reader.t.dashboard.overview;
  const model: ToShopPage = { ...testerFrame(runtime, reader, 'overview', title), refreshTo, problem };
  return page(c, problem === undefined ? 200 : 503, 'dashboard/to-shop', model);
}
