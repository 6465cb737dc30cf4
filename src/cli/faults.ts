import { type ControlFlags, controlClient, type Page, WrongUsage } from './control-client.ts';
import { oneLine, show, table } from './output.ts';

interface Fault {
  readonly id: string;
  readonly match: Readonly<Record<string, string>>;
  readonly effect: Readonly<Record<string, unknown>>;
  readonly times: number | 'always';
  readonly left: number | 'always';
  readonly fired: number;
}

interface FaultFlags extends ControlFlags {
  readonly code?: string;
  readonly httpStatus?: number;
  readonly body?: string;
  readonly delay?: string;
  readonly pastTimeout?: string;
  readonly hang?: boolean;
  readonly reset?: boolean;
  readonly after?: boolean;
  readonly account?: string;
  readonly gateway?: string;
  readonly action?: string;
  readonly invoiceNo?: string;
  readonly mobile?: string;
  readonly times?: string;
  readonly probability?: string;
  readonly seed?: number;
}

export async function addFault(flags: FaultFlags): Promise<void> {
  const { account, gateway, action, invoiceNo, mobile, times, probability, seed } = flags;
  const fault = await controlClient(flags).post<Fault>('faults', {
    match: { account, gateway, action, invoice_no: invoiceNo, mobile_number: mobile },
    effect: effectOf(flags),
    times: times === undefined || times === 'always' ? times : numberOf('--times', times),
    probability: probability === undefined ? undefined : numberOf('--probability', probability),
    seed,
  });
  show(flags, fault, () => oneLine(`Fault ${fault.id} is armed: ${row(fault).slice(1, 3).join(' for ')}.`));
}

export async function faults(flags: ControlFlags): Promise<void> {
  const page = await controlClient(flags).get<Page<Fault>>('faults');
  const headings = ['ID', 'EFFECT', 'CALLS', 'LEFT', 'FIRED'];
  show(flags, page, () => table(headings, page.data.map(row), 'There are no faults.'));
}

export async function clearFaults(id: string | undefined, flags: ControlFlags): Promise<void> {
  const path = id === undefined ? 'faults' : `faults/${encodeURIComponent(id)}`;
  const answer = await controlClient(flags).remove(path);
  show(flags, answer, () =>
    id === undefined ? 'All faults are removed.' : oneLine(`Fault ${id} is removed.`),
  );
}

/** The one effect that was asked for. */
function effectOf({ code, httpStatus, body, delay, pastTimeout, hang, reset, after }: FaultFlags): object {
  const effects = [
    code !== undefined && { code },
    httpStatus !== undefined && { http_status: httpStatus, body },
    delay !== undefined && { delay },
    pastTimeout !== undefined && { past_timeout: pastTimeout },
    hang && { hang, after },
    reset && { reset, after },
  ].filter((effect) => typeof effect === 'object');
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

function row({ id, match, effect, left, fired }: Fault): (string | number)[] {
  const calls = Object.entries(match).map(([name, value]) => `${name}=${value}`);
  const what = Object.entries(effect).map(([name, value]) => `${name}=${value}`);
  return [id, what.join(' '), calls.join(' ') || 'all calls', left, fired];
}
