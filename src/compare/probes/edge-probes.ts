import type { Probe, Step } from '../probe.ts';
import { outcome, outcomes } from '../reply.ts';
import { type Calls, checkout } from './calls.ts';

/** Calls that every service refuses, and amounts at the API documentation's limits. */
export function edgeProbes({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  return [
    {
      id: 'check-order',
      does: 'sends a wrong token with wrong fields, then a missing field with a wrong amount',
      steps: [
        plain({ amount: 'x', invoice_no: '' }, { keys: 'wrong' }),
        plain({ amount: 'x', invoice_no: '' }),
      ],
      readings: [{ about: 'checks.order', fact: outcomes }],
    },
    {
      id: 'no-endpoint',
      does: 'calls a gateway that does not exist, uses GET, and sends a body of 70 KB',
      steps: [
        { path: 'no-such-gateway/confirm', fields: {} },
        { path: `${named(gateway.token)}/confirm`, fields: {}, method: 'GET' },
        plain({ compare_extra: 'x'.repeat(70_000) }),
      ],
      readings: [{ about: 'errors.without-code', fact: outcomes }],
    },
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
        },
      ],
    },
  ];
}
