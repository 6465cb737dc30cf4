import { markupText } from '../host/markup-text.ts';
import type { AuditCase } from './case.ts';
import { latenessText } from './lateness.ts';
import type { EndedEarly, Result } from './run.ts';
import type { Verdict } from './verdict.ts';

/** A test of a JUnit report. `error`: the run did not come to it. */
export interface Told extends Pick<Result, 'gateway' | 'reason' | 'durationMs'> {
  readonly verdict: Verdict | 'error';
  readonly case: Pick<AuditCase, 'id' | 'mend'>;
  /** What happened, line by line. */
  readonly story: string;
}

/** The audit's report. Open cases are skipped, or failed with `openFails`. */
export function junitReport(results: readonly Result[], openFails = false, ended?: EndedEarly): string {
  const told = results.map((result) => ({ ...result, story: story(result) }));
  return junitOf('audit', ended ? [...told, unfinished('audit', ended)] : told, openFails);
}

function unfinished(command: string, { gateway, message }: EndedEarly): Told {
  const [end, reason] = [{ id: 'finishes', mend: '' }, notFinished(command, message)];
  return { gateway, case: end, verdict: 'error', reason, durationMs: 0, story: '' };
}

function notFinished(command: string, reason?: string): string {
  return `${command} did not finish${reason === undefined ? '.' : `: ${reason}`}`;
}

/** A command's report as JUnit XML, with a suite per gateway. */
export function junitOf(command: string, results: readonly Told[], openFails = false): string {
  const gateways = [...new Set(results.map(({ gateway }) => gateway))];
  const suites = gateways.map((gateway) =>
    suite(
      { name: gateway, command },
      results.filter((result) => result.gateway === gateway),
      openFails,
    ),
  );
  const all = attributes({ name: `gateway-sandbox ${command}`, ...totals(results, openFails) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`;
}

/** The report of a run that has no results, as one test with an error. */
export function junitOfUnfinished(command: string, reason?: string): string {
  const why = notFinished(command, reason);
  const counts = attributes({ tests: 1, failures: 0, errors: 1, skipped: 0, time: seconds(0) });
  const test = attributes({ name: 'finishes', classname: command });
  const error = attributes({ message: why, type: 'unfinished' });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: `gateway-sandbox ${command}` })}${counts}>
  <testsuite${attributes({ name: command })}${counts}>
    <testcase${test}>
      <error${error}/>
    </testcase>
  </testsuite>
</testsuites>
`;
}

interface Suite {
  readonly name: string;
  readonly command: string;
}

function suite({ name, command }: Suite, results: readonly Told[], openFails: boolean): string {
  const cases = results.map((result) => testcase(command, result, openFails)).join('');
  return `  <testsuite${attributes({ name, ...totals(results, openFails) })}>\n${cases}  </testsuite>\n`;
}

function totals(results: readonly Told[], openFails: boolean) {
  const count = (verdict: Told['verdict']) => results.filter((result) => result.verdict === verdict).length;
  const open = count('open');
  const took = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tests: results.length,
    failures: count('fail') + (openFails ? open : 0),
    errors: count('error'),
    skipped: openFails ? 0 : open,
    time: seconds(took),
  };
}

function testcase(command: string, result: Told, openFails: boolean): string {
  const { gateway, case: each, verdict, reason, durationMs, story } = result;
  const head = attributes({ name: each.id, classname: `${command}.${gateway}`, time: seconds(durationMs) });
  return `    <testcase${head}>\n${outcome()}      <system-out>${markupText(story)}</system-out>\n    </testcase>\n`;

  function outcome(): string {
    if (verdict === 'pass') return '';
    if (verdict === 'error') return `      <error${attributes({ message: reason, type: 'unfinished' })}/>\n`;
    if (verdict === 'open' && !openFails) return `      <skipped${attributes({ message: reason })}/>\n`;
    const why = attributes({ message: reason, type: verdict });
    return `      <failure${why}>${markupText(`${reason}\n${each.mend}`)}</failure>\n`;
  }
}

function story({ case: { does, expects }, reason, orders, steps, late }: Result): string {
  const lines = steps.map(
    ({ what, method, url, answer: { status, error, durationMs } }) =>
      `${what}: ${method} ${url} -> ${status ?? error} (${durationMs} ms)`,
  );
  const invoices = orders.map(({ invoiceNo }) => invoiceNo).join(', ');
  const notes = late ? [latenessText(late)] : [];
  return [does, `A good handler: ${expects}`, `Orders: ${invoices}`, ...lines, reason, ...notes].join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${markupText(String(value))}"`)
    .join('');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
