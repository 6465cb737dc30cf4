import type { Probe, Step } from '../probe.ts';
import { outcome, outcomes, type Reply } from '../reply.ts';
import { type Calls, checkout } from './calls.ts';

/** Calls that every service refuses, and amounts at the API documentation's limits. */
export function edgeProbes(calls: Calls): readonly Probe[] {
  const { named, plain: gateway } = calls;
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  return [
    {
      id: 'check-order',
      does: 'sends a wrong token with wrong fields, then a missing field with a wrong amount, then only a wrong amount',
      steps: [
        plain({ amount: 'x', invoice_no: '' }, { keys: 'wrong' }),
        plain({ amount: 'x', invoice_no: '' }),
        plain({ amount: 'x' }),
      ],
      readings: [{ about: 'checks.order', fact: order }],
    },
    {
      id: 'no-endpoint',
      does: 'calls a gateway that does not exist, uses GET, and sends a body of 70 KB',
      steps: [
        { path: 'no-such-gateway/confirm', fields: {} },
        { path: `${named(gateway.token)}/confirm`, fields: {}, method: 'GET' },
        plain({ compare_extra: 'x'.repeat(70_000) }),
      ],
      readings: [{ about: 'errors.without-code', fact: withAllow }],
    },
    ...amounts(calls),
  ];
}

function amounts({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}) => checkout(gateway, named, fields);
  return [
    {
      id: 'amounts',
      does: 'starts test checkouts with unusual amounts: 007, -5, -1.005, 1.005, 0, and 1,00',
      steps: ['007', '-5', '-1.005', '1.005', '0', '1,00'].map((amount) => plain({ amount })),
      readings: [{ about: 'amount.form', fact: outcomes }],
    },
    {
      id: 'maximum',
      does: 'starts test checkouts at the documented maximum for test tokens, and above it',
      steps: ['500', '500.01'].map((amount) => plain({ amount })),
      readings: [
        {
          about: 'limits.maximum_amount',
          fact: ([at, above]) =>
            at && above && outcome(at) && outcome(above) && `500 ${outcome(at)}, 500.01 ${outcome(above)}`,
          shows: isLimit,
          part: 'test',
        },
      ],
    },
  ];
}

/** Which check comes first shows only where the checks have different codes. */
function order([keys, both, amount]: readonly Reply[]): string | undefined {
  if (!keys || !both || !amount || outcome(amount) === undefined) return undefined;
  const isRefused = outcome(both) !== 'accepted';
  return isRefused && outcome(both) === outcome(amount) ? undefined : outcomes([keys, both]);
}

function withAllow(replies: readonly Reply[]): string | undefined {
  const all = outcomes(replies);
  return all && `${all}, ${replies[1]?.headers.allow ? 'with' : 'without'} Allow`;
}

/** Whether an amount is accepted and the next one is above the maximum. */
export function isLimit([at, above]: readonly Reply[]): boolean {
  return outcome(at) === 'accepted' && outcome(above) === 'AMOUNT_EXCEEDED_MAXIMUM';
}
