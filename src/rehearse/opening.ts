import { auditedGateways, hasCallbackUrl } from '../audit/audit-options.ts';
import { mustBeReady } from '../audit/run.ts';
import { AuditError } from '../audit/verdict.ts';
import type { Settings } from '../client.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

/** In bad weather, the gateway also fails for the first orders. */
const readyTries = 8;

/** Without orders, or if unpaid orders read as paid, a day proves nothing. */
export async function mustBeOpen(options: RehearsalOptions): Promise<void> {
  const settings = await options.sandbox.settings.read();
  mustSendBoth(options, settings);
  mustTakeOrders(settings);
  const isCalm = options.weather === 'calm' && settings.latency === 'weather';
  for (const gateway of options.gateways) {
    for (let tries = isCalm ? 1 : readyTries; ; tries -= 1) {
      try {
        await mustBeReady(options, gateway, options.gateways);
        break;
      } catch (error) {
        if (tries === 1 || options.closing.aborted) throw error;
      }
    }
  }
}

/** Most customers of a card need both its callback and its return. */
function mustSendBoth({ gateways, nameOf }: RehearsalOptions, { card: { callback } }: Settings): void {
  if (callback === 'both' || gateways.every(hasCallbackUrl)) return;
  const others = auditedGateways.filter(hasCallbackUrl).map((each) => `--gateway ${nameOf(each)}`);
  throw new AuditError(
    `A rehearsal needs the callback and the return of cards, and the sandbox sends only one of them, because its setting card.callback is "${callback}". Set it to "both", or rehearse the other gateways: ${others.join(' ')}`,
  );
}

/** Your app would be blamed for orders that a running sandbox refuses. */
function mustTakeOrders(settings: Settings): void {
  const refusing = (['maintenance_mode', 'rate_limit', 'sandbox_transaction_limit'] as const).find(
    (name) => settings[name],
  );
  if (refusing === undefined) return;
  throw new AuditError(
    `The sandbox would refuse orders, because its setting ${refusing} is ${JSON.stringify(settings[refusing])}. Turn it off for the rehearsal: \`gateway-sandbox settings reset ${refusing}\``,
  );
}
