import { hasCallbackUrl } from '../audit/audit-options.ts';
import type { Gateway } from '../client/contract.ts';
import type { AuditFlags } from './audit-flags.ts';
import { WrongUsage } from './control-client.ts';
import { foundGateway } from './gateway-named.ts';

/** What the sandbox calls a gateway. */
export type Named = Pick<Gateway, 'token' | 'name' | 'flow'>;

/** The tokens of the gateways that the flags choose, by name or token. Throws `WrongUsage`. */
export function chosenGateways(flags: AuditFlags, all: readonly Named[]): readonly string[] {
  const audited = all.filter(isAudited);
  const chosen = flags.gateway?.map((word) => chosenGateway(word, all, audited)) ?? audited;
  mustReach(flags, chosen);
  return [...new Set(chosen.map(({ token }) => token))];
}

function isAudited({ flow }: Named): boolean {
  return flow === 'checkout';
}

function chosenGateway(word: string, all: readonly Named[], audited: readonly Named[]): Named {
  const found = foundGateway(word, all);
  if (found && isAudited(found)) return found;
  throw new WrongUsage(
    found
      ? `${word} sends no callback and no return: your app learns the result from the response to confirm. There is nothing to audit.`
      : `There is no gateway ${JSON.stringify(word)} with callbacks. There are ${audited.map(({ name }) => name).join(', ')}.`,
  );
}

/** Without an order command or URL, the audit opens the checkouts and must know where callbacks go. */
function mustReach({ callbackUrl, orderUrl, orderCmd }: AuditFlags, gateways: readonly Named[]): void {
  if (orderUrl !== undefined || orderCmd !== undefined) return;
  const waiting = gateways.find(({ token }) => hasCallbackUrl(token));
  if (callbackUrl !== undefined || waiting === undefined) return;
  const others = gateways
    .filter(({ token }) => !hasCallbackUrl(token))
    .map(({ name }) => `--gateway ${name}`);
  throw new WrongUsage(
    `Name the handler of ${waiting.name}'s callbacks with --callback-url, or leave it out: ${others.join(' ')}`,
  );
}
