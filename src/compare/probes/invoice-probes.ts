import type { Probe, Step } from '../probe.ts';
import { isInvalid, memberOf, outcome, outcomes, type Reply } from '../reply.ts';
import { type Calls, checkout, postedCheckout } from './calls.ts';
import { besideControl, given, taken } from './controls.ts';

/** Which invoice numbers are accepted. */
export function invoices({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  return [
    {
      id: 'unusual-invoice',
      does: 'starts a test checkout with a space, a slash and é in its invoice number, and one without',
      steps: [plain({ invoice_no: '{invoice} a/é' }), plain()],
      readings: [{ about: 'invoice.alphabet', fact: besideControl, values: () => ['any', 'strict'] }],
    },
    {
      id: 'invoice-twice',
      does: 'starts two test checkouts with the same invoice number',
      steps: [plain({ invoice_no: '{invoice}' }), plain({ invoice_no: '{invoice}' })],
      readings: [
        {
          about: 'invoice.used',
          fact: ([first, second]) =>
            given(first, () =>
              taken(second, 'a number is free until it is paid', 'a number is used up by confirm'),
            ),
          values: () => ['confirmed', 'completed'],
        },
        {
          about: 'invoice.refusal',
          fact: ([first, second]) => given(first, () => refusal(second)),
          shows: ([, second]) => isInvalid(second) && isNamed(second),
        },
      ],
    },
  ];
}

/** How far an invoice number must be unique. */
export function invoiceScope({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  const posted = (fields: Step['fields'] = {}) => checkout(postedCheckout, named, fields);
  return [
    {
      id: 'invoice-scope',
      does: 'starts test checkouts at two gateways with the same invoice number, in capitals, again, and with another number',
      steps: [
        plain({ invoice_no: 'a{invoice}' }),
        posted({ invoice_no: 'a{invoice}' }),
        plain({ invoice_no: 'A{invoice}' }),
        plain({ invoice_no: 'a{invoice}' }),
        posted(),
      ],
      readings: [{ about: 'invoice.scope', fact: scope }],
    },
  ];
}

/** How a used number is refused. Undefined if it is not. */
function refusal(reply: Reply | undefined): string | undefined {
  const word = outcome(reply);
  if (!reply || word === undefined || word === 'accepted') return undefined;
  const names = isNamed(reply) ? 'names' : 'does not name';
  return `${reply.status} ${word} that ${names} invoice_no`;
}

function isNamed(reply: Reply | undefined): boolean {
  return reply !== undefined && memberOf(reply, 'error', 'fields', 'invoice_no') !== undefined;
}

/** Shows only where the same number is refused, and the other gateway accepts another number. */
function scope([first, elsewhere, capitals, again, other]: readonly Reply[]): string | undefined {
  const isRefused = outcome(again) !== undefined && outcome(again) !== 'accepted';
  if (!first || !elsewhere || !capitals || !isRefused) return undefined;
  return given(first, () => given(other, () => outcomes([first, elsewhere, capitals])));
}
