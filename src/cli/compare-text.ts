import type { Finding } from '../compare/finding.ts';
import type { Probe } from '../compare/probe.ts';
import type { Report } from '../compare/report.ts';
import type { Seen } from '../compare/seen.ts';
import { coloured, faint, jsonText, oneLine, table } from './output.ts';

/** The findings of `compare` as text. `written`: the config file that now has the settings. */
export function comparisonText(
  { base_url: url, result, with_mobile_number: withNumber }: Report,
  written: string | undefined,
): string {
  if (!result) return '';
  const { findings, patch, seen } = result;
  const of = (verdict: Finding['verdict']) => findings.filter((each) => each.verdict === verdict);
  const [contradicted, undecided, confirmed] = [of('contradicted'), of('undecided'), of('confirmed')];
  return [
    `${url}: ${confirmed.length} assumptions confirmed, ${contradicted.length} contradicted, ${undecided.length} undecided.`,
    ...section('Contradicted', contradicted.map(contradictedText)),
    ...section('Undecided', undecidedLines(undecided)),
    ...section(
      'Confirmed',
      confirmed.length > 0 ? [faint(confirmed.map(({ about }) => about).join(', '))] : [],
    ),
    ...section('Not imitated', seenLines(seen)),
    ...section('Time to answer', [timesText(seen)]),
    ...settingsText(patch, written),
    ...(withNumber
      ? []
      : ['The wallets were left out. Add --mobile-number with your own number to compare them.']),
  ].join('\n\n');
}

/** Grouped by reason, because most undecided findings share one. */
function undecidedLines(findings: readonly Finding[]): readonly string[] {
  return [...Map.groupBy(findings, ({ why }) => why ?? '')].map(
    ([why, all]) => `${oneLine(why)}\n    ${faint(all.map(({ about }) => about).join(', '))}`,
  );
}

function contradictedText({ about, live, sandbox, change }: Finding): string {
  return [
    coloured('red', about),
    `  ${faint('live')}     ${oneLine(live ?? '')}`,
    `  ${faint('sandbox')}  ${oneLine(sandbox ?? 'does not show it')}`,
    `  ${faint('set')}      ${change === undefined ? 'no setting does this' : jsonText(change)}`,
  ].join('\n  ');
}

function seenLines({ members, codes, headers, statuses, limits }: Seen): readonly string[] {
  return [
    ...line('members of answers', members),
    ...line('error codes', codes),
    ...line('headers', headers),
    ...line('statuses', statuses),
    ...line('limits that were reached', limits),
  ];
}

function line(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, mostNames).map((name) => oneLine(name).slice(0, longestName));
  const left = names.length - shown.length;
  return [`${what}: ${shown.join(', ')}${left > 0 ? `, and ${left} more (see --json)` : ''}`];
}

/** Limits for the names that a service sends: there can be thousands, of any length. */
const mostNames = 40;
const longestName = 100;

function timesText({ times }: Seen): string {
  const rows = times.map(({ path, answers, p50Ms, p95Ms }) => [path, answers, `${p50Ms} ms`, `${p95Ms} ms`]);
  return table(['endpoint', 'answers', 'p50', 'p95'], rows, 'No answer came.').replaceAll('\n', '\n  ');
}

function settingsText(patch: unknown, written: string | undefined): readonly string[] {
  if (written !== undefined)
    return [`Wrote the result into ${oneLine(written)}. It is read at the next start.`];
  if (typeof patch !== 'object' || patch === null || Object.keys(patch).length === 0) return [];
  return [
    `With these settings the sandbox does the same (--write puts them into your config):\n\n${JSON.stringify({ settings: patch }, null, 2)}`,
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((each) => `  ${each}`)].join('\n')];
}

/** The output of `--dry-run`: every call of every probe. */
export function probesText(probes: readonly Probe[]): string {
  return probes
    .map(({ id, does, needs, steps }) => {
      const head = `${id}: ${does}${needs === 'mobile' ? ' (with --mobile-number)' : ''}`;
      return [
        head,
        ...steps.map((step) => faint(`  ${step.method ?? 'POST'} ${step.path} ${fieldsText(step.fields)}`)),
      ].join('\n');
    })
    .join('\n\n');
}

function fieldsText(fields: Readonly<Record<string, string>>): string {
  const shown = Object.entries(fields).map(
    ([name, value]) =>
      `${name}=${value.length > 60 ? `${value.slice(0, 40)}… (${value.length} characters)` : value}`,
  );
  return oneLine(shown.join(' '));
}
