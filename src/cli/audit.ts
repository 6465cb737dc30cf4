import type { AuditCase } from '../audit/case.ts';
import { cases } from '../audit/cases.ts';
import { jsonReport } from '../audit/report-json.ts';
import { junitReport } from '../audit/report-junit.ts';
import { EndedEarly, audit as played, type Result } from '../audit/run.ts';
import { SandboxError } from '../client.ts';
import { type AuditFlags, type Checked, checkedFlags } from './audit-flags.ts';
import { chosenGateways } from './audit-gateways.ts';
import { startedMerchant } from './audit-merchant.ts';
import { type AuditSandbox, auditSandbox } from './audit-sandbox.ts';
import { casesText, resultText, summaryText } from './audit-text.ts';
import { CommandFailed } from './control-client.ts';
import { type WriteJunit, withJunit } from './junit-file.ts';
import { jsonText } from './output.ts';
import { outliveStdout, print } from './print.ts';
import { whisper } from './whisper.ts';

/** Audits your app's handlers. Exit code 1 when a case fails, or stays open with `--fail-on-open`. */
export async function audit(command: readonly string[], flags: AuditFlags): Promise<void> {
  if (flags.list) return print(flags.json ? jsonText(listed(cases)) : casesText(cases));
  // Even without a reader, the app and the sandbox must be stopped and the JUnit report written.
  outliveStdout();
  await withJunit('audit', { ...flags }, (write) => audited(command, flags, write));
}

async function audited(command: readonly string[], flags: AuditFlags, write: WriteJunit): Promise<void> {
  const checked = checkedFlags(flags, { command: 'audit', cases });
  const sandbox = await auditSandbox(flags, checked.timeoutMs);
  let endMerchant: (() => Promise<void>) | undefined;
  try {
    const gateways = chosenGateways(flags, sandbox.gateways);
    endMerchant = await startedMerchant(command, checked.merchantUrl, sandbox.variables);
    const { results, ended } = await toldResults(flags, { ...checked, gateways }, sandbox);
    // A report that cannot be written does not take the result away.
    report(flags, checked, results, ended);
    write(junitReport(results, flags.failOnOpen, ended));
    if (ended) throw ended;
  } catch (error) {
    if (error instanceof SandboxError) throw new CommandFailed(error.message);
    throw error;
  } finally {
    await endMerchant?.();
    await sandbox.stop();
  }
}

function listed(all: readonly AuditCase[]) {
  return { data: all.map(({ run: _, ...words }) => words) };
}

interface Told {
  readonly results: readonly Result[];
  /** Why there are no more results. */
  readonly ended?: EndedEarly;
}

/** Prints each result as soon as it is known, and the current step on a terminal. */
async function toldResults(
  flags: AuditFlags,
  checked: Checked & { readonly gateways: readonly string[] },
  sandbox: AuditSandbox,
): Promise<Told> {
  const options = checked.options(sandbox);
  const results: Result[] = [];
  const told = (words: string) => {
    if (!flags.json) whisper(words);
  };
  const begins = (gateway: string, { id, does }: AuditCase) => told(`${gateway} ${id}: ${does}`);
  try {
    for await (const result of played(options, { ...checked, begins })) {
      told('');
      if (!flags.json && results.at(-1)?.gateway !== result.gateway) print(`\n${result.gateway}`);
      if (!flags.json) print(resultText(result));
      results.push(result);
    }
    return { results };
  } catch (error) {
    // Without any result, the error is all that a person needs.
    if (!(error instanceof EndedEarly) || (results.length === 0 && !flags.json)) throw error;
    return { results, ended: error };
  } finally {
    told('');
  }
}

function report(
  flags: AuditFlags,
  { isChecked }: Checked,
  results: readonly Result[],
  ended: EndedEarly | undefined,
): void {
  print(flags.json ? jsonText(jsonReport(results, ended)) : `\n${summaryText(results, isChecked)}`);
  const bad = flags.failOnOpen ? ['fail', 'open'] : ['fail'];
  if (results.some(({ verdict }) => bad.includes(verdict))) process.exitCode = 1;
}
