import type { Connection, QueryOf } from '../client/connection.ts';
import type { Attempt, Callback } from '../client/contract.ts';
import { beginning } from '../host/beginning.ts';
import { durationMs } from '../protocol/duration.ts';
import { type ControlFlags, controlClient, toSameSandbox, WrongUsage } from './control-client.ts';
import { localTime } from './local-time.ts';
import { oneLine, pairs, show, showList, table } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';
import { refuseFilters } from './selected-by.ts';
import { seconds } from './wait.ts';

interface ListFlags extends ControlFlags, PageFlags {
  readonly account?: string;
  readonly invoiceNo?: string;
  readonly transaction?: string;
  readonly status?: QueryOf<'listCallbacks'>['status'];
}

interface AttemptFlags extends ControlFlags, PageFlags {
  readonly before?: string;
}

interface SettledFlags extends ListFlags {
  readonly wait?: string;
  readonly retries?: true;
}

/** The filters are options of the whole group. */
interface ResendFlags extends ListFlags {
  readonly to?: string;
  readonly field?: readonly (readonly [string, string])[];
  readonly sign: boolean;
  readonly failedSince?: string;
}

export async function callbacks(id: string | undefined, flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  if (id !== undefined) {
    const one = await client.call('getCallback', { params: { id } });
    return show(flags, one, () => callbackText(one, toSameSandbox(flags)));
  }
  const { transaction, status, account, invoiceNo } = flags;
  const filter = { transaction_id: transaction, status, account, invoice_no: invoiceNo };
  const page = (query: PageQuery) => client.call('listCallbacks', { query: { ...filter, ...query } });
  const headings = ['ID', 'TRANSACTION', 'STATUS', 'ATTEMPTS', 'LAST ANSWER', 'NEXT', 'CALLBACK'];
  await showList(flags, page, { headings, row, none: 'There are no callbacks.' });
}

export async function attempts(id: string, flags: AttemptFlags): Promise<void> {
  const client = controlClient(flags);
  const page = ({ limit, cursor = flags.before }: PageQuery) =>
    client.call('listAttempts', { params: { id }, query: { limit: Math.min(limit, mostAttempts), cursor } });
  await showList(flags, page, attemptColumns);
}

/** Sends the same bytes again, or with `--field` a changed callback, signed again unless `--no-sign`. */
export async function resend(id: string | undefined, flags: ResendFlags): Promise<void> {
  const client = controlClient(flags);
  if (flags.failedSince !== undefined) return resendFailed(client, id, flags.failedSince, flags);
  if (id === undefined) throw new WrongUsage('Name the ID of a callback, or --failed-since TIME.');
  refuseFilters(filtersOf(flags), 'the ID');
  const one = await client.call('resendCallback', {
    params: { id },
    body: {
      url: flags.to,
      ...(flags.field && { fields: Object.fromEntries(flags.field) }),
      ...(!flags.sign && { sign: false }),
    },
  });
  show(flags, one, () => oneLine(`Callback ${one.id} is sent again.`));
}

export async function move(id: string, how: 'hold' | 'release', flags: ListFlags): Promise<void> {
  refuseFilters(filtersOf(flags), 'the ID');
  const operation = how === 'hold' ? 'holdCallback' : 'releaseCallback';
  const one = await controlClient(flags).call(operation, { params: { id } });
  show(flags, one, () => oneLine(`Callback ${one.id} is ${one.status}.`));
}

/** Waits until no callback is pending or being sent. */
export async function settled(flags: SettledFlags): Promise<void> {
  const { wait = '10s', retries, account, transaction, invoiceNo, status } = flags;
  refuseFilters({ 'invoice-no': invoiceNo, status }, '--account and --transaction');
  const query = {
    wait: seconds(wait),
    account,
    transaction_id: transaction,
    ...(retries && { retries: 'true' as const }),
  };
  const answer = await controlClient(flags).call('waitUntilSettled', { query });
  show(flags, answer, () => 'No callback is pending.');
}

function filtersOf({ account, invoiceNo, transaction, status }: ListFlags) {
  return { account, 'invoice-no': invoiceNo, transaction, status };
}

/** A callback and its attempts as text. `there` is what a command needs to reach its sandbox. */
export function callbackText(one: Callback, there = ''): string {
  const facts = pairs([
    ['callback', one.id],
    ['transaction', one.transaction_id],
    ['status', one.status],
    ['sent as', `${one.method} ${one.url}`],
    ['signed string', one.signed_string],
    ['hashed', one.hashed],
    ['tampered', one.tampered],
    ['next attempt', localTime(one.next_attempt_at)],
  ]);
  return `${facts}\n\n${attemptsTable(one.attempts)}${olderOf(one, there)}`;
}

/** Says how to list the attempts that are not shown. */
function olderOf({ id, attempts, attempts_total: total }: Callback, there: string): string {
  if (total <= attempts.length) return '';
  const command = `gateway-sandbox callbacks attempts ${id} --before ${total - attempts.length + 1}${there}`;
  const shown = `These are the newest ${attempts.length} of ${total} attempts.`;
  return `\n\n${oneLine(`${shown} For older ones, run \`${command}\`.`)}`;
}

/** The API's maximum page size. */
const mostAttempts = 20;

const attemptColumns = {
  headings: ['ATTEMPT', 'AT', 'ANSWER', 'MS', 'BODY'],
  row: (each: Attempt) => [
    each.number,
    localTime(each.at),
    answered(each),
    each.duration_ms,
    each.answer && beginning(each.answer.body, 100),
  ],
  none: 'No attempt yet.',
};

function attemptsTable(rows: readonly Attempt[]): string {
  return table(attemptColumns.headings, rows.map(attemptColumns.row), attemptColumns.none);
}

async function resendFailed(
  client: Connection,
  id: string | undefined,
  since: string,
  flags: ResendFlags,
): Promise<void> {
  if (id !== undefined) throw new WrongUsage('Name the ID of a callback or --failed-since TIME, not both.');
  const { transaction, invoiceNo, status } = flags;
  refuseFilters({ transaction, 'invoice-no': invoiceNo, status }, '--failed-since and --account');
  const body = { failed_since: await timeOf(client, since), account: flags.account };
  const answer = await client.call('resendFailedCallbacks', { body });
  show(flags, answer, () =>
    answer.data.length === 0
      ? `No callback has failed since ${localTime(body.failed_since)}.`
      : oneLine(`Sent again: callback ${answer.data.join(', ')}.`),
  );
}

/** Returns a time as it is, and turns a duration into that long ago on the sandbox's clock. */
async function timeOf(client: Connection, text: string): Promise<string> {
  const ago = durationMs(text);
  if (ago === undefined) return text;
  const { now } = await client.call('getClock');
  return new Date(Date.parse(now) - ago).toISOString();
}

function row(one: Callback): (string | number)[] {
  const last = one.attempts.at(-1);
  const { id, transaction_id: transactionId, status, attempts_total: total, method, url } = one;
  return [
    id,
    transactionId,
    status,
    total,
    last === undefined ? '-' : answered(last),
    localTime(one.next_attempt_at) || '-',
    `${method} ${url}`,
  ];
}

function answered({ answer, error }: Attempt): string {
  return error ?? (answer === null ? 'under way' : String(answer.status));
}
