import { orderByUrl, usualOrderForm } from '../../src/audit/order.ts';
import { stateByUrl } from '../../src/audit/state.ts';
import type { StartOptions } from '../../src/index.ts';
import type { RehearsalOptions } from '../../src/rehearse/rehearsal-options.ts';
import { type Around, orderShop } from '../audit/order-shop.ts';
import { started } from '../support/started.ts';
import { optionsFor, patientMs } from './days.ts';

/** A day at the Node example with one gateway. */
export async function shopDay(
  changes: Partial<RehearsalOptions> = {},
  { around, ...start }: Pick<StartOptions, 'settings' | 'callback_host_map'> & { around?: Around } = {},
): Promise<RehearsalOptions> {
  const sandbox = await started(start);
  const { url } = await orderShop(undefined, around);
  const means = {
    sandbox,
    nameOf: (token: string) => token,
    makeOrder: orderByUrl(`${url}/make`, usualOrderForm, patientMs),
    readState: stateByUrl(`${url}/orders/{invoice}`, patientMs),
    allowSelfSigned: false,
    callbackUrl: `${url}/callback`,
    returnUrl: `${url}/return`,
    amount: '25.50',
    timeoutMs: patientMs,
    settleMs: 0,
    patienceMs: 0,
    slowMs: 0,
  };
  return optionsFor(means, ['cardgw'], changes);
}
