import type { Callback } from '../../client/contract.ts';
import { patchOf, type SettingName } from '../../settings/settings.ts';
import { settings } from '../../settings/table.ts';
import { ownNames } from './gateway-names.ts';
import { fieldsOf, isJsonBody, isUsedInvoice, type Seen } from './seen.ts';

/** A switch with which the sandbox does what the client expects. */
export interface Proposal {
  /** Its dotted path in the settings, or `names`. */
  readonly switch: string;
  /** What was seen, and how often. */
  readonly evidence: string;
  readonly why: string;
  /** What the config file needs. Under `settings` stands what `PATCH settings` takes too. */
  readonly config: Readonly<Record<string, unknown>>;
}

type Rule = (seen: Seen) => Proposal | undefined;

/** What clients do otherwise than the document or our default, each with its switch. */
const rules: readonly Rule[] = [
  namesOfTheirOwn,
  jsonBodies,
  shortNumbers,
  invoiceAgain,
  methodField,
  oneDelivery,
];

/** The switches that the client needs and that are not set so already. */
export function proposals(seen: Seen): readonly Proposal[] {
  return rules
    .map((rule) => rule(seen))
    .filter((proposal) => proposal !== undefined)
    .filter(({ config }) => config.settings === undefined || !isWithin(config.settings, seen.settings));
}

function namesOfTheirOwn(seen: Seen): Proposal | undefined {
  const found = ownNames(seen);
  if (found.length === 0) return undefined;
  const total = found.reduce((sum, { requests }) => sum + requests, 0);
  const names = found.map(({ name }) => JSON.stringify(name)).join(', ');
  const unsure = found.filter(({ tokens }) => tokens.length > 1);
  const others = unsure.map(
    ({ name, tokens }) => `${JSON.stringify(name)} may be ${tokens.slice(1).join(' or ')} as well.`,
  );
  return {
    switch: 'names',
    evidence: `${ofAll(total, seen.requests.length, 'requests')} named a gateway that there is none of: ${names}`,
    why: [
      'Each provider has words of its own for the gateways; the fields that came say which is which.',
      ...others,
    ].join(' '),
    config: { names: Object.fromEntries(found.map(({ name, tokens }) => [tokens[0], name])) },
  };
}

function jsonBodies({ requests }: Seen): Proposal | undefined {
  const count = requests.filter(isJsonBody).length;
  if (count === 0) return undefined;
  return setting(
    'requests.bodies',
    'lenient',
    `${ofAll(count, requests.length, 'requests')} sent JSON bodies`,
  );
}

function shortNumbers({ requests }: Seen): Proposal | undefined {
  // Wallets alone have a verify; the aggregator takes both forms.
  const verifies = requests.filter(({ path }) => /\/verify(\?|$)/.test(path));
  const short = verifies.filter((request) =>
    /^9\d{8}$/.test(fieldsOf(request).get('mobile_number') ?? ''),
  ).length;
  if (short === 0) return undefined;
  const evidence = `${ofAll(short, verifies.length, 'verify requests')} had a mobile_number of 9 digits, without the 0`;
  return setting('mobile.lenient', true, evidence);
}

function invoiceAgain({ requests, unpaidInvoices }: Seen): Proposal | undefined {
  const confirms = requests.filter((request) => fieldsOf(request).has('invoice_no'));
  const again = confirms.filter(
    (request) => isUsedInvoice(request) && unpaidInvoices.has(fieldsOf(request).get('invoice_no') ?? ''),
  ).length;
  if (again === 0) return undefined;
  const evidence = `${ofAll(again, confirms.length, 'confirms')} tried an invoice_no again whose payment was never completed`;
  return setting('invoice.used', 'completed', evidence);
}

function methodField({ callbacks }: Seen): Proposal | undefined {
  const sent = genuine(callbacks).filter(({ method }) => method === 'POST');
  const missed = (wanted: string, other: string) =>
    sent.filter(
      (callback) =>
        other in callback.fields &&
        answersOf(callback).some((answer) => failed(answer) && answer.body.includes(wanted)),
    );
  for (const [wanted, other] of [
    ['payment_method', 'paymet_method'],
    ['paymet_method', 'payment_method'],
  ] as const) {
    const count = missed(wanted, other).length;
    const evidence = `the merchant refused ${ofAll(count, sent.length, 'callbacks')} with an answer that names ${wanted}`;
    if (count > 0) return setting('aggregator.method_field', wanted, evidence);
  }
  return undefined;
}

function oneDelivery({ callbacks }: Seen): Proposal | undefined {
  const sent = genuine(callbacks).filter(({ method, attempts }) => method === 'GET' && attempts.length > 0);
  const refused = sent.filter((callback) =>
    answersOf(callback).every(({ status }) => forBrowsers.has(status)),
  );
  if (sent.length === 0 || refused.length < sent.length) return undefined;
  const statuses = [
    ...new Set(refused.flatMap((callback) => answersOf(callback).map(({ status }) => status))),
  ];
  const evidence = `the merchant refused ${ofAll(refused.length, sent.length, 'card callbacks')} with ${statuses.join(', ')}: its return_url is for a customer's browser`;
  return setting('card.callback', 'browser', evidence);
}

/** What a page answers that wants a session, a token of a form or another method, or that was asked before. */
const forBrowsers = new Set([401, 403, 405, 409, 419]);

function genuine(callbacks: readonly Callback[]): readonly Callback[] {
  return callbacks.filter(({ tampered }) => tampered === null);
}

function answersOf({ attempts }: Callback): readonly { readonly status: number; readonly body: string }[] {
  // An attempt that got no answer says nothing of what the merchant wants.
  const answers = attempts.map(({ answer }) => answer).filter((answer) => answer !== null);
  return answers.length > 0 ? answers : [{ status: 0, body: '' }];
}

function failed({ status }: { readonly status: number }): boolean {
  return status >= 400;
}

function setting(name: SettingName, value: unknown, evidence: string): Proposal {
  const config = { settings: patchOf(name, value) };
  return { switch: name, evidence, why: settings[name].reason, config };
}

function ofAll(count: number, all: number, what: string): string {
  return `${count} of ${all} ${what}`;
}

/** Whether a part of the settings is as they are now. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([key, value]) => isWithin(value, Reflect.get(whole, key)));
}
