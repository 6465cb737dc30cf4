import type { Connection } from '../client/connection.ts';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { isError } from '../host/errors.ts';
import { tell } from '../host/tell.ts';
import { later } from '../host/timers.ts';
import { durationMs } from '../protocol/duration.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { cursorAfter } from './events.ts';
import { jsonFormatter, lookOf, textFormatter } from './log-format.ts';
import { LogPrinter } from './log-printer.ts';
import { print } from './print.ts';
import { pauseAfterNothing } from './wait.ts';

interface LogsFlags extends ControlFlags {
  readonly follow?: boolean;
  readonly since?: string;
  readonly account?: string;
}

interface LogQuery {
  readonly account: string | undefined;
  readonly limit: number;
  readonly since?: string | undefined;
  readonly after?: string;
  readonly wait?: string;
}

const patience = '30s';
const betweenTriesMs = 500;

/**
 * Prints the log of a running sandbox, oldest first. `--follow` continues until the command is stopped, even
 * across restarts of the sandbox.
 */
export async function logs({ follow, since, account, ...flags }: LogsFlags): Promise<void> {
  if (since !== undefined && since !== 'now' && durationMs(since) === undefined)
    throw new WrongUsage(
      `--since ${JSON.stringify(since)} is not a time. Use now, or how long ago, such as 10m or 2h.`,
    );
  const client = controlClient(flags);
  const write = (lines: readonly string[]) => {
    for (const line of lines) print(line);
  };
  const formatter = flags.json
    ? jsonFormatter
    : textFormatter(lookOf(process.stdout, new URL(flags.url).origin), '');
  const printer = new LogPrinter(formatter, { write });
  let query: LogQuery = { since, account, limit: 200 };
  let isLive = false;
  for (;;) {
    const { data, cursor } = await read(client, query, isLive);
    if (isLive) printer.print(data);
    else write(data.flatMap((entry) => formatter.entry(entry)));
    await taken();
    if (data.length === 0 && !follow) return;
    if (isLive) await pauseAfterNothing({ data });
    isLive ||= data.length === 0;
    const after = cursorAfter(query.after, { data, cursor }, flags.url);
    query = { account, after, limit: 200, ...(follow && isLive && { wait: patience }) };
  }
}

/** Reads the next page. With `--follow`, waits for a stopped sandbox and says so once. */
async function read(client: Connection, query: LogQuery, isLive: boolean) {
  for (let isTold = false; ; isTold = true) {
    try {
      const page = await client.call('readLog', { query });
      if (isTold) tell('The sandbox is back.');
      return page;
    } catch (error) {
      if (!isLive || !isAway(error)) throw error;
      if (!isTold)
        tell(`The sandbox at ${client.url} has stopped. Waiting for it to start again; Ctrl-C ends this.`);
      await later(betweenTriesMs);
    }
  }
}

function isAway(error: unknown): boolean {
  return isError(error) && error.cause instanceof ControlExchangeError && error.cause.kind !== 'untrusted';
}

/** Waits until the output has been read. */
async function taken(): Promise<void> {
  const { stdout } = process;
  if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once('drain', resolve));
}
