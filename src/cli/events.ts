import type { JournalEvent } from '../client/contract.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { jsonText, oneLine } from './output.ts';
import { print } from './print.ts';
import { eventLine } from './transactions.ts';
import { pauseAfterNothing } from './wait.ts';

interface EventFlags extends ControlFlags {
  readonly follow?: boolean;
  readonly after?: string;
  readonly type?: string;
  readonly invoiceNo?: string;
  readonly transaction?: string;
  readonly mobile?: string;
  readonly account?: string;
}

/** Prints one event per line, as an object with `--json`. `--follow` continues until the sandbox stops. */
export async function events(flags: EventFlags): Promise<void> {
  const client = controlClient(flags);
  let after = flags.after ?? '0';
  for (;;) {
    const wait = flags.follow ? '30s' : undefined;
    const page = await client.call('listEvents', { query: { ...filterOf(flags), after, wait, limit: 200 } });
    for (const event of page.data) print(flags.json ? jsonText(event) : line(event));
    if (!flags.follow && page.data.length === 0) return;
    await pauseAfterNothing(page);
    after = cursorAfter(after, page, flags.url);
  }
}

/** The cursor for the next page. Throws `CommandFailed` if a server keeps sending the same page. */
export function cursorAfter(
  before: string | undefined,
  { data, cursor }: { readonly data: readonly unknown[]; readonly cursor: string },
  url: string,
): string {
  if (data.length > 0 && cursor === before)
    throw new CommandFailed(`The server at ${url} is not gateway-sandbox: its pages do not end. Set --url.`);
  return cursor;
}

function filterOf({ type, invoiceNo, transaction, mobile, account }: EventFlags) {
  return {
    type,
    account,
    invoice_no: invoiceNo,
    transaction_id: transaction,
    mobile_number: mobile,
  };
}

function line({ transaction_id: transactionId, invoice_no: invoiceNo, ...event }: JournalEvent): string {
  const about = {
    ...(transactionId !== undefined && { transaction: transactionId }),
    ...(invoiceNo !== undefined && { invoice: invoiceNo }),
  };
  return `${oneLine(event.id).padStart(6)}  ${eventLine({ ...about, ...event })}`;
}
