import type { AuditCase } from '../audit/case.ts';
import { latenessText } from '../audit/lateness.ts';
import { count } from '../audit/report-json.ts';
import type { Result } from '../audit/run.ts';
import type { Verdict } from '../audit/verdict.ts';
import { coloured, faint, oneLine } from './output.ts';

export const verdictColours = { pass: 'green', fail: 'red', open: 'yellow' } as const;
const nameWidth = 16;

/** A case's verdict on one line. A failed case also gets a line on how to fix it. */
export function resultText({ verdict, reason, case: { id, mend } }: Result): string {
  const line = `  ${mark(verdict)}  ${id.padEnd(nameWidth)}${oneLine(reason)}`;
  return verdict === 'fail' ? `${line}\n${' '.repeat(nameWidth + 8)}${faint(oneLine(mend))}` : line;
}

export function summaryText(results: readonly Result[], isChecked: boolean): string {
  const parts = [
    `${count(results, 'pass')} passed`,
    `${count(results, 'fail')} failed`,
    `${count(results, 'open')} left open`,
  ];
  const hint = isChecked
    ? ''
    : '\nAn answer alone proves little: --check-url or --check-cmd lets the audit read whether an order is paid.';
  const late = results.at(-1)?.late;
  return `${parts.join(', ')}.${late ? `\n${latenessText(late)}` : ''}${hint}`;
}

/** The output of `--list`. */
export function casesText(cases: readonly AuditCase[]): string {
  return cases
    .map(
      ({ id, does, expects }) => `${id.padEnd(nameWidth)}${does}\n${' '.repeat(nameWidth)}${faint(expects)}`,
    )
    .join('\n');
}

function mark(verdict: Verdict): string {
  return coloured(verdictColours[verdict], verdict);
}
