import type { CheckoutGateway } from '../gateways/gateway.ts';
import { play, type Service } from './play.ts';
import { checkout, checkouts, type NameOf } from './probes/calls.ts';
import { memberOf, outcome, type Reply, silence, wordOf } from './reply.ts';

/** Why a comparison cannot start. The message says what to do. */
export class CannotCompare extends Error {
  override readonly name = 'CannotCompare';
}

export interface Preflight {
  /** A checkout that the account may use. */
  readonly plain: CheckoutGateway;
  /** Whether the service is a gateway-sandbox too. */
  readonly isSandbox: boolean;
}

/**
 * Starts a checkout that nobody pays, to check that the service exists, the keys work, and the token is not a
 * live one by mistake. Throws `CannotCompare`.
 */
export async function preflight(service: Service, named: NameOf, isLive: boolean): Promise<Preflight> {
  let first: Reply | undefined;
  for (const plain of checkouts) {
    const reply = await answerTo(service, plain, named, '1.00');
    if (outcome(reply) === 'accepted') {
      if (!isLive) await refuseLiveToken(service, plain, named);
      return { plain, isSandbox: 'x-sandbox-request-id' in reply.headers };
    }
    first ??= reply;
    if (reply.status === null || wordOf(reply) === 'UNAUTHORIZED') break;
  }
  throw new CannotCompare(reasonOf(service, first));
}

/** Above the maximum for test tokens, below the one for live tokens (API documentation, Limits). */
const liveAmount = '501.00';
const tooMuch = '50000.01';

async function refuseLiveToken(service: Service, plain: CheckoutGateway, named: NameOf): Promise<void> {
  if (outcome(await answerTo(service, plain, named, liveAmount)) !== 'accepted') return;
  if (outcome(await answerTo(service, plain, named, tooMuch)) !== 'AMOUNT_EXCEEDED_MAXIMUM') return;
  throw new CannotCompare(
    `The service accepts ${liveAmount} and rejects ${tooMuch}, as it does for live tokens. Use a test token, or add --live.`,
  );
}

async function answerTo(
  service: Service,
  gateway: CheckoutGateway,
  named: NameOf,
  amount: string,
): Promise<Reply> {
  const steps = [checkout(gateway, named, { amount })];
  const [reply] = await play(service, { id: 'preflight', does: '', steps, readings: [] });
  if (!reply) throw new RangeError('A step that was sent has a reply.');
  return reply;
}

function reasonOf({ url }: Service, reply: Reply | undefined): string {
  if (!reply) return `${url} has no checkout to compare.`;
  const word = wordOf(reply);
  if (word === 'UNAUTHORIZED')
    return `${url} rejects the API key or the access token (UNAUTHORIZED). Copy both again from your provider’s dashboard.`;
  const what = silence(reply) ?? `refused a plain checkout with ${word}${said(reply)}`;
  if (word !== undefined) return `${url} ${what}, so nothing can be compared.`;
  return `${url} ${what}. Is --base-url the address before /api/v1?`;
}

function said(reply: Reply): string {
  const message = memberOf(reply, 'error', 'message');
  return typeof message === 'string' ? ` (${message.slice(0, 200)})` : '';
}
