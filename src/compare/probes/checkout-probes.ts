import type { Probe, Step } from '../probe.ts';
import { outcome, outcomes, type Reply } from '../reply.ts';
import { type Calls, checkout, checkouts, postedCheckout } from './calls.ts';
import { besideControl, given, taken } from './controls.ts';
import { invoiceScope, invoices } from './invoice-probes.ts';

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
      does: 'starts a test checkout with its fields as JSON, and one with form fields',
      steps: [plain({}, { sentAs: 'json' }), plain()],
      readings: [
        {
          about: 'requests.bodies',
          fact: ([json, form]) => given(form, () => taken(json, 'takes JSON', 'does not take JSON')),
          values: () => ['forms', 'lenient'],
        },
      ],
    },
    {
      id: 'query-fields',
      does: 'starts a test checkout with its fields in the query string, and one with form fields',
      steps: [plain({}, { sentAs: 'query' }), plain()],
      readings: [
        {
          about: 'requests.query',
          fact: ([query, form]) =>
            given(form, () => taken(query, 'reads the query string', 'does not read the query string')),
          values: () => ['ignore', 'merge'],
        },
      ],
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
      does: 'starts a test checkout with an unknown field and an empty optional one, and one without',
      steps: [plain({ compare_extra: '1', customer_ip: '' }), plain()],
      readings: [{ about: 'requests.extra-fields', fact: besideControl }],
    },
    {
      id: 'optional-fields',
      does: 'sends a customer_ip, a lang and an email that are wrong, an empty lang, and none of them',
      steps: [
        posted({ customer_ip: 'nowhere' }),
        posted({ lang: 'fr' }),
        posted({ lang: '' }),
        posted({ email: 'nobody' }),
        posted(),
      ],
      readings: [
        { about: 'customer-ip.form', fact: ([ip, , , , none]) => given(none, () => outcome(ip)) },
        { about: 'lang.form', fact: ([, french, empty, , none]) => given(none, () => both(french, empty)) },
        { about: 'email.form', fact: ([, , , email, none]) => given(none, () => outcome(email)) },
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
      does: 'sends return addresses that are not web addresses, that have a password, that are very long, and a plain one',
      steps: [
        plain({ return_url: 'ftp://example.com/return' }),
        plain({ return_url: 'https://user:secret@example.com/return' }),
        plain({ return_url: `https://example.com/${'a'.repeat(2040)}` }),
        plain(),
      ],
      readings: [{ about: 'urls.form', fact: besideControl }],
    },
    {
      id: 'local-callback',
      does: 'starts a test checkout whose callback_url is on this machine, and one whose is not',
      steps: [posted({ callback_url: 'http://127.0.0.1:9/callback' }), posted()],
      readings: [{ about: 'callback-url.local', fact: besideControl }],
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
      readings: [
        {
          about: `${gateway.token}.mobile-number`,
          fact: (replies) => given(replies[0], () => outcomes(replies)),
        },
      ],
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

function both(one: Reply | undefined, other: Reply | undefined): string | undefined {
  return one && other && outcomes([one, other]);
}
