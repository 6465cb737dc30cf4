import { SandboxError } from '../client.ts';
import { tell } from '../host/tell.ts';
import { clearInterval, setInterval, setTimeout } from '../host/timers.ts';
import { customers } from '../rehearse/customers.ts';
import { type Day, type Progress, playedDay } from '../rehearse/day.ts';
import type { RehearsalOptions } from '../rehearse/rehearsal-options.ts';
import { jsonDay, junitDay } from '../rehearse/report.ts';
import { chosenGateways } from './audit-gateways.ts';
import { exitBy, startedMerchant } from './audit-merchant.ts';
import { auditSandbox } from './audit-sandbox.ts';
import { signalExitCode } from './command-process.ts';
import { CommandFailed } from './control-client.ts';
import { type WriteJunit, withJunit } from './junit-file.ts';
import { jsonText } from './output.ts';
import { outliveStdout, print } from './print.ts';
import { checkedRehearsal, type RehearseFlags } from './rehearse-flags.ts';
import { customersText, dayText, progressText, waitText } from './rehearse-text.ts';
import { twoStepEnd } from './two-step-end.ts';
import { whisper } from './whisper.ts';

/** Rehearses a sales day. Exit code 1 if an order is wrong, that of the signal if one ended the day early. */
export async function rehearse(command: readonly string[], flags: RehearseFlags): Promise<void> {
  if (flags.list) return print(flags.json ? jsonText(listed()) : customersText(customers));
  // Even without a reader, the app and the sandbox must be stopped and the JUnit report written.
  outliveStdout();
  await withJunit('rehearse', { ...flags }, (write) => rehearsed(command, flags, write));
}

async function rehearsed(command: readonly string[], flags: RehearseFlags, write: WriteJunit): Promise<void> {
  const checked = checkedRehearsal(flags);
  const closing = closedFromOutside();
  const sandbox = await auditSandbox(flags, checked.timeoutMs);
  let endMerchant: (() => Promise<void>) | undefined;
  try {
    const gateways = chosenGateways(flags, sandbox.gateways);
    endMerchant = await startedMerchant(command, checked.merchantUrl, sandbox.variables, {
      endsItself: true,
    });
    const options: RehearsalOptions = {
      ...checked.options(sandbox),
      ...checked.traffic,
      gateways,
      weather: (await sandbox.client.settings.read()).weather,
      closing: closing.open(),
    };
    const day = await toldDay(flags, options);
    // A report that cannot be written does not take the result away.
    report(flags, options, day, closing.signal());
    write(junitDay(day));
  } catch (error) {
    if (error instanceof SandboxError) throw new CommandFailed(error.message);
    throw error;
  } finally {
    await endMerchant?.();
    await sandbox.stop();
  }
}

function listed() {
  return { data: customers.map(({ id, does, expects, share }) => ({ id, does, expects, share })) };
}

/** The first signal ends the day early, the next one the command. Before the day, there is nothing to report. */
function closedFromOutside() {
  const closing = new AbortController();
  let isOpen = false;
  let first: NodeJS.Signals | undefined;
  const cleanly = (signal: NodeJS.Signals, starterEnded?: string) => {
    if (!isOpen) return exitBy(signal, starterEnded);
    first = signal;
    const why = starterEnded ? `, because ${starterEnded}` : '';
    tell(`\nEnding early${why}. Reading the orders; press Ctrl-C again to stop at once.`);
    closing.abort();
  };
  const { onSignal, withStarter } = twoStepEnd({ cleanly, atOnce: exitBy });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  withStarter();
  return {
    open: () => {
      isOpen = true;
      return closing.signal;
    },
    signal: () => first,
  };
}

const progressEveryMs = 10_000;
const quietEndMs = 1000;

/** On a terminal, one line that changes; otherwise a line from time to time. */
async function toldDay({ json }: RehearseFlags, options: RehearsalOptions): Promise<Day> {
  let last: Progress | undefined;
  const teller = setInterval(() => {
    if (!json && !process.stderr.isTTY && last) tell(progressText(options, last));
  }, progressEveryMs);
  tellLongEnd(options, () => last?.here ?? 0);
  try {
    return await playedDay(options, (progress) => {
      last = progress;
      if (!json) whisper(progressText(options, progress));
    });
  } finally {
    last = undefined;
    clearInterval(teller);
    if (!json) whisper('');
  }
}

/** After an early end, says what takes so long. */
function tellLongEnd(options: RehearsalOptions, here: () => number): void {
  const tellWait = () => {
    if (here() === 0) return;
    whisper('');
    tell(waitText(options, here()));
  };
  options.closing.addEventListener('abort', () => setTimeout(tellWait, quietEndMs).unref(), { once: true });
}

function report(
  flags: RehearseFlags,
  options: RehearsalOptions,
  day: Day,
  signal: NodeJS.Signals | undefined,
): void {
  print(flags.json ? jsonText(jsonDay(options, day)) : dayText(options, day));
  if (day.outcomes.some(({ problem }) => problem)) process.exitCode = 1;
  else if (signal !== undefined) process.exitCode = signalExitCode(signal);
}
