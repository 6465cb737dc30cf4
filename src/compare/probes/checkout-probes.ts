import type { Probe, Step } from '../probe.ts';
import { outcome, outcomes, type Reply } from '../reply.ts';
import { type Calls, checkout, checkouts, postedCheckout } from './calls.ts';

/** Probes that start test checkouts, which nobody pays. They need no customer. */
export function checkoutProbes(calls: Calls): readonly Probe[] {
  return [bodies, invoices, invoiceScope, fields, urls, numbers].flatMap((probes) => probes(calls));
}

/** Which encodings of the fields are accepted. */
function bodies({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  return [
    {
      id: 'json-body',
      does: 'starts a test checkout with its fields as JSON',
      steps: [plain({}, { sentAs: 'json' })],
      readings: [
        {
          about: 'requests.bodies',
          fact: ([reply]) => taken(reply, 'takes JSON', 'does not take JSON'),
          values: () => ['forms', 'lenient'],
        },
      ],
    },
    {
      id: 'query-fields',
      does: 'starts a test checkout with its fields in the query string',
      steps: [plain({}, { sentAs: 'query' })],
      readings: [
        {
          about: 'requests.query',
          fact: ([reply]) => taken(reply, 'reads the query string', 'does not read the query string'),
          values: () => ['ignore', 'merge'],
        },
      ],
    },
  ];
}

/** Which invoice numbers are accepted. */
function invoices({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  return [
    {
      id: 'unusual-invoice',
      does: 'starts a test checkout with a space, a slash and é in its invoice number',
      steps: [plain({ invoice_no: '{invoice} a/é' })],
      readings: [{ about: 'invoice.alphabet', fact: outcomes, values: () => ['any', 'strict'] }],
    },
    {
      id: 'invoice-twice',
      does: 'starts two test checkouts with the same invoice number',
      steps: [plain(), plain()],
      readings: [
        {
          about: 'invoice.used',
          fact: ([, second]) =>
            taken(second, 'a number is free until it is paid', 'a number is used up by confirm'),
          values: () => ['confirmed', 'completed'],
        },
        { about: 'invoice.refusal', fact: ([, second]) => outcome(second) },
      ],
    },
  ];
}

/** How far an invoice number must be unique. */
function invoiceScope({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  const posted = (fields: Step['fields'] = {}) => checkout(postedCheckout, named, fields);
  return [
    {
      id: 'invoice-scope',
      does: 'starts test checkouts at two gateways with the same invoice number, and again in capitals',
      steps: [
        plain({ invoice_no: 'a{invoice}' }),
        posted({ invoice_no: 'a{invoice}' }),
        plain({ invoice_no: 'A{invoice}' }),
      ],
      readings: [{ about: 'invoice.scope', fact: outcomes }],
    },
  ];
}

/** Optional and unknown fields. */
function fields({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  const posted = (fields: Step['fields'] = {}) => checkout(postedCheckout, named, fields);
  return [
    {
      id: 'extra-fields',
      does: 'starts a test checkout with an unknown field and an empty optional one',
      steps: [plain({ compare_extra: '1', customer_ip: '' })],
      readings: [{ about: 'requests.extra-fields', fact: outcomes }],
    },
    {
      id: 'optional-fields',
      does: 'sends a customer_ip, a lang and an email that are wrong, and an empty lang',
      steps: [
        posted({ customer_ip: 'nowhere' }),
        posted({ lang: 'fr' }),
        posted({ lang: '' }),
        posted({ email: 'nobody' }),
      ],
      readings: [
        { about: 'customer-ip.form', fact: ([ip]) => outcome(ip) },
        { about: 'lang.form', fact: ([, french, empty]) => both(french, empty) },
        { about: 'email.form', fact: (replies) => outcome(replies[3]) },
      ],
    },
  ];
}

/** The merchant's URLs. */
function urls({ named, plain: gateway }: Calls): readonly Probe[] {
  const plain = (fields: Step['fields'] = {}, how = {}) => checkout(gateway, named, fields, how);
  const posted = (fields: Step['fields'] = {}) => checkout(postedCheckout, named, fields);
  return [
    {
      id: 'return-urls',
      does: 'sends return addresses that are not web addresses, that have a password, and that are very long',
      steps: [
        plain({ return_url: 'ftp://example.com/return' }),
        plain({ return_url: 'https://user:secret@example.com/return' }),
        plain({ return_url: `https://example.com/${'a'.repeat(2040)}` }),
      ],
      readings: [{ about: 'urls.form', fact: outcomes }],
    },
    {
      id: 'local-callback',
      does: 'starts a test checkout whose callback_url is on this machine',
      steps: [posted({ callback_url: 'http://127.0.0.1:9/callback' })],
      readings: [{ about: 'callback-url.local', fact: outcomes }],
    },
  ];
}

/** The mobile numbers that a checkout accepts. */
function numbers({ named }: Calls): readonly Probe[] {
  return checkouts.filter(takesNumber).map(
    (gateway): Probe => ({
      id: `${gateway.token}-number`,
      does: `starts ${named(gateway.token)} checkouts with mobile numbers of several forms`,
      steps: ['0912345678', '912345678', '0812345678', '09123456', '00218912345678'].map((number) =>
        checkout(gateway, named, { mobile_number: number }),
      ),
      readings: [{ about: `${gateway.token}.mobile-number`, fact: outcomes }],
    }),
  );
}

function takesNumber({
  confirmFields,
}: {
  readonly confirmFields: readonly { readonly name: string }[];
}): boolean {
  return confirmFields.some(({ name }) => name === 'mobile_number');
}

/** Adds the error code to a refusal, to distinguish the expected one from others. */
function taken(reply: Reply | undefined, yes: string, no: string): string | undefined {
  const word = outcome(reply);
  return word && (word === 'accepted' ? yes : `${no}: ${word}`);
}

function both(one: Reply | undefined, other: Reply | undefined): string | undefined {
  return one && other && outcomes([one, other]);
}
