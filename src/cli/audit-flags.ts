import type { AuditOptions } from '../audit/audit-options.ts';
import type { AuditCase } from '../audit/case.ts';
import { type MakeOrder, noOrder, orderByCommand, orderByUrl, usualOrderForm } from '../audit/order.ts';
import { type ReadState, stateByCommand, stateByUrl } from '../audit/state.ts';
import { didYouMean } from '../input/nearest.ts';
import type { AuditSandbox, AuditSandboxFlags } from './audit-sandbox.ts';
import { WrongUsage } from './control-client.ts';
import { msOf, mustBeAmount, mustBeUrl, timeoutOf } from './flag-values.ts';
import { nameAmong } from './gateway-named.ts';

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
}

/** Minimum wait for a payment: some apps record it after they have answered. */
const usualPatienceMs = 1000;

/** Checks what does not depend on the sandbox. Throws `WrongUsage`. Without any flag, the message is a complete example command. */
export function checkedFlags(flags: AuditFlags, known: Known): Checked {
  mustSayWhere(flags, known.command);
  const timeoutMs = timeoutOf(flags.timeout);
  const settleMs = msOf('settle', flags.settle);
  const slowMs = msOf('slow', flags.slow);
  const paidWhen = patternOf(flags.paidWhen);
  return {
    cases: chosenCases(flags, known.cases),
    timeoutMs,
    merchantUrl: flags.orderUrl ?? flags.returnUrl ?? flags.callbackUrl ?? flags.checkUrl,
    isChecked: flags.checkUrl !== undefined || flags.checkCmd !== undefined,
    options: ({ client, gateways, allowSelfSigned, variables }) => {
      const env = { ...process.env, ...variables };
      const options = { env, timeoutMs, allowSelfSigned };
      return {
        sandbox: client,
        nameOf: nameAmong(gateways),
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
  mustBeAmount(flags.amount);
  if (flags.orderForm !== undefined && orderUrl === undefined)
    throw new WrongUsage('--order-form is posted to --order-url: name that too.');
  // Otherwise the audit opens the checkouts.
  if (orderUrl === undefined && orderCmd === undefined && returnUrl === undefined)
    throw new WrongUsage('Name the handler of returns with --return-url.');
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
