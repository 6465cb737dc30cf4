import type { Connection } from '../client/connection.ts';
import type { Account } from '../client/contract.ts';
import { gatewayTokens } from '../gateways/index.ts';
import { tell } from '../host/tell.ts';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { didYouMean } from '../input/nearest.ts';
import { signalExitCode } from './command-process.ts';
import { controlClient } from './control-client.ts';
import { gatewayNamed } from './gateway-named.ts';
import { coloured, faint, jsonText, oneLine } from './output.ts';
import { payByCheckout } from './pay-checkout.ts';
import { type PayContext, TimeLimit } from './pay-context.ts';
import { mustFit, type PayFlags, wantedBy } from './pay-flags.ts';
import type { Paid } from './pay-verdict.ts';
import { payByWallet } from './pay-wallet.ts';
import { print } from './print.ts';
import { withAdvice } from './with-advice.ts';

/**
 * Makes one payment through the running sandbox as an app would, and shows the app's answers. Exit code 1 if
 * the app responded wrongly.
 */
export async function pay(name: string, flags: PayFlags): Promise<void> {
  const wanted = wantedBy(flags);
  const limit = new TimeLimit(wanted.timeoutMs);
  const steps: Step[] = [];
  const guard = endsInTime(limit, steps);
  const tellStep: PayContext['tell'] = (step, what) => {
    steps.push({ step, what });
    if (!flags.json) print(stepText({ step, what }));
  };
  try {
    const client = controlClient(flags);
    const { data } = await gatewaysOf(client, name);
    const gateway = gatewayNamed(name, data);
    mustFit(wanted, gateway);
    const account = await accountOf(client, flags.account);
    const context: PayContext = { client, account, gateway, wanted, limit, tell: tellStep };
    const paid = await (gateway.flow === 'otp' ? payByWallet : payByCheckout)(context);
    print(flags.json ? jsonText(report(context, paid, steps)) : verdictText(paid));
    if (!paid.isGood) process.exitCode = 1;
  } finally {
    clearTimeout(guard);
  }
}

/** Only the sandbox knows the names, because its config can change them. Without it, a typo is still likely. */
async function gatewaysOf(client: Connection, name: string) {
  try {
    return await client.call('listGateways');
  } catch (error) {
    const hint = gatewayTokens.some((token) => token === name) ? '' : didYouMean(name, gatewayTokens);
    if (hint === '') throw error;
    throw withAdvice(error, `${JSON.stringify(name)} is not one of the default gateways, either.${hint}`);
  }
}

const graceMs = 1000;
const callbackFirstHint =
  ' If the order is callback-first, it answers after the first callback, so --timeout must be longer than the callback’s delay.';

/** Ends a command whose sandbox hangs, because every wait has the same limit. Ctrl-C ends it at any time. */
function endsInTime({ ms, words }: TimeLimit, steps: readonly Step[]): NodeJS.Timeout {
  const end = (sentence: string, code: number) => {
    tell(sentence);
    process.exit(code);
  };
  const stopped = 'Stopped. What was sent to the sandbox stays there.';
  process.once('SIGINT', () => end(`\n${stopped}`, signalExitCode('SIGINT')));
  const late = () => {
    const hint = steps.at(-1)?.step === 'checkout' ? callbackFirstHint : '';
    end(`The sandbox did not answer within ${words}.${hint}`, 1);
  };
  return setTimeout(late, ms + graceMs);
}

interface Step {
  readonly step: string;
  readonly what: string;
}

/** A single account includes its secrets, which lists mask. */
async function accountOf(client: Connection, id: string | undefined): Promise<Account> {
  const first = async () => (await client.call('listAccounts')).data[0]?.id ?? '';
  return client.call('getAccount', { params: { id: id ?? (await first()) } });
}

const stepWidth = 10;

function stepText({ step, what }: Step): string {
  const [first = '', ...more] = what.split('\n').map(oneLine);
  const indent = ' '.repeat(stepWidth);
  return [`${faint(step.padEnd(stepWidth))}${first}`, ...more.map((line) => `${indent}${line}`)].join('\n');
}

function verdictText({ isGood, verdict }: Paid): string {
  return `\n${coloured(isGood ? 'green' : 'red', oneLine(verdict))}`;
}

function report({ gateway, wanted }: PayContext, paid: Paid, steps: readonly Step[]) {
  const { callback, returned } = paid;
  return {
    gateway: gateway.name,
    outcome: wanted.outcome,
    invoice_no: wanted.invoiceNo,
    amount: wanted.amount,
    transaction_id: paid.transactionId,
    accepted: paid.isGood,
    verdict: paid.verdict,
    steps,
    callback: callback ?? null,
    return: returned
      ? { status: returned.status, error: returned.error, duration_ms: returned.durationMs }
      : null,
  };
}
