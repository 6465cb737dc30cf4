import type { Effect, Fault, FaultMatch } from '../client/contract.ts';
import { CommandFailed, type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { localTime } from './local-time.ts';
import { oneLine, pairs, show, showList } from './output.ts';
import { type PageFlags, type PageQuery, rowsOf } from './pages.ts';
import { refuseFilters } from './selected-by.ts';

interface ListFlags extends ControlFlags, PageFlags {
  readonly account?: string;
}

/** Typed text: the sandbox validates the values. */
interface FaultFlags extends ControlFlags {
  readonly code?: NonNullable<Effect['code']>;
  readonly httpStatus?: number;
  readonly body?: NonNullable<Effect['body']>;
  readonly delay?: string;
  readonly pastTimeout?: NonNullable<Effect['past_timeout']>;
  readonly hang?: boolean;
  readonly reset?: boolean;
  readonly after?: boolean;
  readonly account?: string;
  readonly gateway?: string;
  readonly action?: NonNullable<FaultMatch['action']>;
  readonly invoiceNo?: string;
  readonly mobile?: string;
  readonly times?: string;
  readonly probability?: string;
  readonly seed?: number;
}

export async function addFault(flags: FaultFlags): Promise<void> {
  const { account, gateway, action, invoiceNo, mobile, times, probability, seed } = flags;
  const fault = await controlClient(flags).call('addFault', {
    body: {
      match: { account, gateway, action, invoice_no: invoiceNo, mobile_number: mobile },
      effect: effectOf(flags),
      times: times === undefined || times === 'always' ? times : numberOf('--times', times),
      probability: probability === undefined ? undefined : numberOf('--probability', probability),
      seed,
    },
  });
  show(flags, fault, () => oneLine(`Added fault ${fault.id}: ${row(fault).slice(1, 3).join(' for ')}.`));
}

/** Lists the faults, newest first, or shows one. */
export async function faults(id: string | undefined, flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  const { account } = flags;
  const page = (query: PageQuery) => client.call('listFaults', { query: { account, ...query } });
  if (id === undefined) {
    const headings = ['ID', 'EFFECT', 'CALLS', 'LEFT', 'FIRED'];
    return showList(flags, page, { headings, row, none: 'There are no faults.' });
  }
  const { data } = await rowsOf({ all: true }, page);
  const fault = data.find((each) => each.id === id);
  if (!fault) throw new CommandFailed(`There is no fault ${JSON.stringify(id)}.`);
  show(flags, fault, () => faultText(fault));
}

export async function clearFaults(id: string | undefined, flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  const query = { account: flags.account };
  if (id !== undefined) refuseFilters(query, 'the ID');
  const answer =
    id === undefined
      ? await client.call('clearFaults', { query })
      : await client.call('removeFault', { params: { id } });
  show(flags, answer, () =>
    oneLine(id === undefined ? allRemoved(flags.account) : `Fault ${id} is removed.`),
  );
}

function allRemoved(account: string | undefined): string {
  return account === undefined ? 'All faults are removed.' : `All faults of account ${account} are removed.`;
}

/** The requested effect. Throws `WrongUsage` unless there is exactly one. */
function effectOf({ code, httpStatus, body, delay, pastTimeout, hang, reset, after }: FaultFlags): Effect {
  const isAfter = after === undefined ? {} : { after };
  const effects: Effect[] = [
    ...(code === undefined ? [] : [{ code }]),
    ...(httpStatus === undefined ? [] : [{ http_status: httpStatus, ...(body && { body }) }]),
    ...(delay === undefined ? [] : [{ delay }]),
    ...(pastTimeout === undefined ? [] : [{ past_timeout: pastTimeout }]),
    ...(hang ? [{ hang, ...isAfter }] : []),
    ...(reset ? [{ reset, ...isAfter }] : []),
  ];
  const [effect] = effects;
  if (effect !== undefined && effects.length === 1) return effect;
  throw new WrongUsage(
    'Name exactly one of --code, --http-status, --delay, --past-timeout, --hang, --reset.',
  );
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new WrongUsage(`${option} must be a number, not ${JSON.stringify(text)}.`);
  return number;
}

function faultText(fault: Fault): string {
  const [id, effect, calls, left, fired] = row(fault);
  return pairs([
    ['fault', id],
    ['effect', effect],
    ['calls', calls],
    ['left', left],
    ['fired', fired],
    ['probability', fault.probability],
    ['seed', fault.seed],
    ['added', localTime(fault.created_at)],
  ]);
}

function row({ id, match, effect, left, fired }: Fault): (string | number)[] {
  const calls = Object.entries(match).map(([name, value]) => `${name}=${value}`);
  const what = Object.entries(effect).map(([name, value]) => `${name}=${value}`);
  return [id, what.join(' '), calls.join(' ') || 'all calls', left, fired];
}
