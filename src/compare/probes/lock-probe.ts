import type { OtpGateway } from '../../gateways/gateway.ts';
import type { Probe } from '../probe.ts';
import { outcome, type Reply } from '../reply.ts';
import { confirm, type NameOf, verify } from './calls.ts';

const mostWrongCodes = 12;

/** Sends wrong codes until the answer changes. `digits`: the length of the service's codes. */
export function lockProbe(gateway: OtpGateway, named: NameOf, digits: number): Probe {
  const wrong = confirm(gateway, named, { code: '7'.repeat(digits) });
  return {
    id: `${gateway.token}-lock`,
    does: `confirms ${named(gateway.token)} with up to ${mostWrongCodes} wrong codes, which can lock your number, then asks for a new one`,
    needs: 'lock',
    steps: [
      verify(gateway, named),
      ...Array.from({ length: mostWrongCodes }, () => wrong),
      verify(gateway, named),
    ],
    readings: [
      {
        about: 'otp.attempts',
        fact: (replies) => wrongCodesBefore(replies)?.toString(),
        values: (replies) => [wrongCodesBefore(replies)].filter((count) => count !== undefined),
      },
      {
        about: 'process.lock',
        fact: (replies) => (wrongCodesBefore(replies) ? outcome(replies.at(-1)) : undefined),
      },
    ],
  };
}

/** The number of equal refusals of wrong codes before the first different one. Undefined if there was none. */
function wrongCodesBefore(replies: readonly Reply[]): number | undefined {
  if (outcome(replies[0]) !== 'accepted') return undefined;
  const [first, ...others] = replies.slice(1, -1).map(outcome);
  const changed = others.findIndex((each) => each !== first);
  const isRefused = [first, others[changed]].every((word) => word !== undefined && word !== 'accepted');
  return isRefused ? changed + 1 : undefined;
}
