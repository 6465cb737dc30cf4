import type { QueryOf } from '../client/connection.ts';
import type { TimelineEntry, Transaction, TransactionWithTimeline } from '../client/contract.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { localMoment, localTime } from './local-time.ts';
import { fillNewFile, refuseExisting } from './new-file.ts';
import { faint, jsonText, oneLine, pairs, show, showList } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';
import { write } from './print.ts';

/** Typed text: the sandbox validates the values. */
interface ListFlags extends ControlFlags, PageFlags {
  readonly invoiceNo?: string;
  readonly gateway?: string;
  readonly status?: NonNullable<QueryOf<'listTransactions'>['status']>;
  readonly mode?: NonNullable<QueryOf<'listTransactions'>['mode']>;
  readonly account?: string;
  /** Path of the payment file to create. */
  readonly export?: string;
  readonly verdict?: NonNullable<QueryOf<'listTransactions'>['verdict']>;
}

/** Lists the transactions, newest first, or shows one with its timeline. */
export async function transactions(id: string | undefined, flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  if (flags.export !== undefined) return exportStory(id, flags.export, flags);
  if (id !== undefined) {
    const story = await client.call('getTransaction', { params: { id } });
    return show(flags, story, () => storyText(story));
  }
  const { invoiceNo, gateway, status, mode, account, verdict } = flags;
  const filter = { invoice_no: invoiceNo, gateway, status, mode, account, verdict };
  const page = (query: PageQuery) => client.call('listTransactions', { query: { ...filter, ...query } });
  const headings = ['ID', 'MODE', 'GATEWAY', 'INVOICE', 'AMOUNT', 'STATUS', 'METHOD', 'CREATED', 'VERDICT'];
  await showList(flags, page, { headings, row, none: 'There are no transactions.' });
}

/** Writes one payment to a file that another sandbox can open, or to stdout for `-`. */
async function exportStory(id: string | undefined, file: string, flags: ControlFlags): Promise<void> {
  if (id === undefined) throw new WrongUsage('--export writes one payment: name its ID.');
  if (file !== '-') refuseExisting(file);
  const text = `${jsonText(await controlClient(flags).call('exportStory', { params: { id } }))}\n`;
  if (file === '-') return write(text);
  await fillNewFile(file, 'The payment', (part) => part(Buffer.from(text)));
  const bytes = Buffer.byteLength(text);
  show(flags, { transaction_id: id, file, bytes }, () =>
    oneLine(`Payment ${id} is in ${file}. Open it with: gateway-sandbox start --from ${file}`),
  );
}

/** Formats a transaction and its timeline as text. */
export function storyText(story: TransactionWithTimeline): string {
  const facts = pairs([
    ['transaction', story.transaction_id],
    ['account', `${story.account}, ${story.mode}`],
    ['gateway', story.gateway],
    ['invoice', story.invoice_no],
    ['amount', `${story.amount} ${story.currency}`],
    ['status', story.status],
    ['verdict', story.verdict.text],
    ['method', story.payment_method],
    ['declined', story.decline_reason],
  ]);
  return [facts, '', ...story.timeline.map(eventLine)].join('\n');
}

/** Members that the header above a timeline shows, or that are of no use to a person. */
const untold = new Set(['id', 'at', 'type', 'account', 'transaction_id', 'invoice_no', 'request_id']);

/** One event on one line. */
export function eventLine(event: Pick<TimelineEntry, 'at' | 'type'>): string {
  const facts = Object.entries(event)
    .filter(([name, value]) => !untold.has(name) && value !== null)
    .map(
      ([name, value]) =>
        `${faint(`${oneLine(name)}=`)}${oneLine(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
  return `${faint(localMoment(event.at))}  ${[oneLine(event.type).padEnd(21), ...facts].join(' ').trimEnd()}`;
}

function row(one: Transaction): string[] {
  return [
    one.transaction_id,
    one.mode,
    one.gateway,
    one.invoice_no,
    `${one.amount} ${one.currency}`,
    one.status,
    one.payment_method ?? '-',
    localTime(one.created_at),
    one.verdict.text,
  ];
}
