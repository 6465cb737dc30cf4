import { type AuditOptions, hasCallbackUrl, silentGateways } from '../audit/audit-options.ts';
import type { AuditCase } from '../audit/case.ts';
import { type MakeOrder, noOrder, orderByCommand, orderByUrl, usualOrderForm } from '../audit/order.ts';
import { type ReadState, stateByCommand, stateByUrl } from '../audit/state.ts';
import { didYouMean } from '../input/nearest.ts';
import { type AuditSandbox, type AuditSandboxFlags, sandboxVariables } from './audit-sandbox.ts';
import { WrongUsage } from './control-client.ts';
import { msOf, mustBeUrl, timeoutOf } from './flag-values.ts';

/** The flags as commander parses them. */
export interface AuditFlags extends AuditSandboxFlags {
  readonly callbackUrl?: string;
  readonly returnUrl?: string;
  readonly orderUrl?: string;
  readonly orderForm?: string;
  readonly orderCmd?: string;
  readonly checkUrl?: string;
  readonly checkCmd?: string;
  readonly paidWhen?: string;
  readonly gateway?: readonly string[];
  readonly only?: readonly string[];
  readonly amount: string;
  readonly timeout: string;
  readonly settle: string;
  readonly slow: string;
  readonly junit?: string;
  readonly failOnOpen?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** Validated flags. */
export interface Checked {
  readonly gateways: readonly string[];
  readonly cases: readonly AuditCase[];
  readonly timeoutMs: number;
  /** Whether a flag says how to read an order's state. */
  readonly isChecked: boolean;
  /** Where your app listens, if a flag says so. */
  readonly merchantUrl: string | undefined;
  readonly options: (sandbox: AuditSandbox) => AuditOptions;
}

interface Known {
  readonly command: 'audit' | 'rehearse';
  readonly cases: readonly AuditCase[];
  readonly gateways: readonly string[];
}

/** Minimum wait for a payment: some apps record it after they have answered. */
const usualPatienceMs = 1000;

/** Throws `WrongUsage`. Without any flag, the message is a complete example command. */
export function checkedFlags(flags: AuditFlags, known: Known): Checked {
  mustSayWhere(flags, known.command);
  const gateways = chosenGateways(flags, known.gateways);
  mustReach(flags, gateways);
  const timeoutMs = timeoutOf(flags.timeout);
  const settleMs = msOf('settle', flags.settle);
  const slowMs = msOf('slow', flags.slow);
  const paidWhen = patternOf(flags.paidWhen);
  return {
    gateways,
    cases: chosenCases(flags, known.cases),
    timeoutMs,
    merchantUrl: flags.orderUrl ?? flags.returnUrl ?? flags.callbackUrl ?? flags.checkUrl,
    isChecked: flags.checkUrl !== undefined || flags.checkCmd !== undefined,
    options: ({ client, allowSelfSigned }) => {
      const env = { ...process.env, ...sandboxVariables(client) };
      const options = { env, timeoutMs, allowSelfSigned };
      return {
        sandbox: client,
        allowSelfSigned,
        makeOrder: makeOrderOf(flags, options),
        readState: readStateOf(flags, options, paidWhen),
        callbackUrl: flags.callbackUrl,
        returnUrl: flags.returnUrl,
        amount: flags.amount,
        timeoutMs,
        settleMs,
        patienceMs: Math.max(settleMs, usualPatienceMs),
        slowMs,
      };
    },
  };
}

interface MeansOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly allowSelfSigned: boolean;
}

function makeOrderOf({ orderUrl, orderForm, orderCmd }: AuditFlags, options: MeansOptions): MakeOrder {
  const { timeoutMs, allowSelfSigned } = options;
  if (orderUrl !== undefined)
    return orderByUrl(orderUrl, orderForm ?? usualOrderForm, timeoutMs, allowSelfSigned);
  return orderCmd === undefined ? noOrder : orderByCommand(orderCmd, options);
}

function readStateOf(
  { checkUrl, checkCmd }: AuditFlags,
  options: MeansOptions,
  paidWhen: RegExp | undefined,
): ReadState | undefined {
  const { timeoutMs, allowSelfSigned } = options;
  if (checkUrl !== undefined) return stateByUrl(checkUrl, timeoutMs, paidWhen, allowSelfSigned);
  return checkCmd === undefined ? undefined : stateByCommand(checkCmd, options, paidWhen);
}

/** Without any flag, a complete example command helps more than a list of missing flags. */
function mustSayWhere(flags: AuditFlags, command: Known['command']): void {
  const { callbackUrl, returnUrl, orderUrl, orderCmd } = flags;
  if ([callbackUrl, returnUrl, orderUrl, orderCmd].every((flag) => flag === undefined))
    throw new WrongUsage(firstSteps(command));
  for (const [flag, url] of urlsOf(flags)) mustBeUrl(flag, url);
  for (const flag of ['checkUrl', 'checkCmd'] as const) {
    if (flags[flag]?.includes('{invoice}') === false)
      throw new WrongUsage(
        `--${flag === 'checkUrl' ? 'check-url' : 'check-cmd'} must say which order it reads: put {invoice} in place of the invoice number.`,
      );
  }
}

const firstSteps = (
  command: Known['command'],
) => `Where are your handlers, and how does \`${command}\` get an order that they know? For a shop at port 3000:

  gateway-sandbox ${command} \\
    --callback-url http://127.0.0.1:3000/callback --return-url http://127.0.0.1:3000/return \\
    --order-url http://127.0.0.1:3000/orders --check-url http://127.0.0.1:3000/orders/{invoice}

--order-url gets a POST with gateway, amount and invoice_no, and answers with the order's invoice_no, or redirects to its checkout.
--check-url returns the order's "status". You can also use commands: --order-cmd 'php artisan order {invoice} {amount}',
--check-cmd 'php artisan order:status {invoice}'. ${command === 'audit' ? '--list shows the cases, --help all flags.' : '--help shows all flags.'}`;

export function urlsOf({ callbackUrl, returnUrl, orderUrl, checkUrl }: AuditFlags) {
  return Object.entries({
    'callback-url': callbackUrl,
    'return-url': returnUrl,
    'order-url': orderUrl,
    'check-url': checkUrl,
  });
}

function chosenGateways({ gateway }: AuditFlags, known: readonly string[]): readonly string[] {
  const unknown = gateway?.find((each) => !known.includes(each));
  if (unknown === undefined) return gateway ?? known;
  throw new WrongUsage(
    silentGateways.some((token) => token.toLowerCase() === unknown.toLowerCase())
      ? `${unknown} sends no callback and no return: your app learns the result from the response to confirm. There is nothing to audit.`
      : `There is no gateway ${JSON.stringify(unknown)} with callbacks. There are ${known.join(', ')}.`,
  );
}

/** Without an order command or URL, the audit opens the checkouts and must know your app's addresses. */
function mustReach(
  { callbackUrl, returnUrl, orderUrl, orderCmd }: AuditFlags,
  gateways: readonly string[],
): void {
  if (orderUrl !== undefined || orderCmd !== undefined) return;
  if (returnUrl === undefined) throw new WrongUsage('Name the handler of returns with --return-url.');
  const waiting = gateways.find(hasCallbackUrl);
  if (callbackUrl !== undefined || waiting === undefined) return;
  const others = gateways.filter((each) => !hasCallbackUrl(each)).map((each) => `--gateway ${each}`);
  throw new WrongUsage(
    `Name the handler of ${waiting}'s callbacks with --callback-url, or leave it out: ${others.join(' ')}`,
  );
}

/** Always includes `genuine`, because the other cases build on its result. */
function chosenCases({ only }: AuditFlags, all: readonly AuditCase[]): readonly AuditCase[] {
  const ids = all.map(({ id }) => id);
  const unknown = only?.find((each) => !ids.includes(each));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, ids) || ` There are ${ids.join(', ')}.`;
    throw new WrongUsage(`There is no case ${JSON.stringify(unknown)}.${hint}`);
  }
  return only ? all.filter(({ id }) => id === 'genuine' || only.includes(id)) : all;
}

function patternOf(source: string | undefined): RegExp | undefined {
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, 'i');
  } catch {
    throw new WrongUsage(`--paid-when ${JSON.stringify(source)} is not a regular expression.`);
  }
}
