import type { Finding } from '../compare/finding.ts';
import type { Report } from '../compare/report.ts';
import type { Seen } from '../compare/seen.ts';
import type { Verdict } from '../comparison/report-format.ts';
import { markupText } from '../host/markup-text.ts';
import { settingTitlesEnglish } from '../pages/words/settings/titles-en.ts';
import { fixedAssumptions } from '../settings/fixed-assumptions.ts';
import { comparisonStyle } from './compare-html-style.ts';
import { jsonText } from './output.ts';

/** A finished comparison as one HTML page: no scripts, no other files, and nothing that the report lacks. */
export function comparisonHtml(report: Report): string {
  const { result } = report;
  if (!result) throw new RangeError('Only a finished comparison is shown as a page.');
  const { findings, patch, seen } = result;
  const of = (verdict: Verdict) => findings.filter((each) => each.verdict === verdict);
  const body = [
    header(report, of),
    section('contradicted', 'Contradicted', of('contradicted').map(contradicted)),
    section('confirmed', 'Confirmed', of('confirmed').map(confirmed)),
    section('undecided', 'Undecided', undecided(of('undecided'))),
    section('settings', 'Settings that do the same', settings(patch)),
    section('seen', 'Seen, and not imitated', notImitated(seen)),
    section('times', 'Time to answer', times(seen)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Comparison with ${markupText(report.base_url)}</title>
<style>${comparisonStyle}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}

function header(
  { base_url: url, at, gateway_sandbox: version, with_mobile_number: withNumber }: Report,
  of: (verdict: Verdict) => readonly Finding[],
): string {
  const counts = (['contradicted', 'confirmed', 'undecided'] as const).map(
    (verdict) => `<span class="${verdict}">${of(verdict).length} ${verdict}</span>`,
  );
  const wallets = withNumber ? '' : ' The wallets were left out, because no mobile number was given.';
  return `<header>
<h1>Comparison with the live service</h1>
<p>${bdi(url)}, ${markupText(at.slice(0, 10))} <span class="quiet">by gateway-sandbox ${markupText(version)}.${wallets}</span></p>
<p class="counts">${counts.join(' ')}</p>
</header>`;
}

function section(id: string, title: string, parts: readonly string[]): string {
  if (parts.length === 0) return '';
  return `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title" class="${id}">${title}</h2>\n${parts.join('\n')}\n</section>`;
}

function contradicted({ about, live, sandbox, change }: Finding): string {
  const set =
    change === undefined
      ? 'No setting does this.'
      : `<code>${markupText(about)}</code> ${bdi(jsonText(change))}`;
  return article(about, [
    ['Live', bdi(live ?? '')],
    ['Sandbox', bdi(sandbox ?? 'does not tell')],
    ['Set', set],
  ]);
}

function confirmed({ about, live }: Finding): string {
  return article(about, [['Both', bdi(live ?? '')]]);
}

/** Grouped by reason, because most share one. */
function undecided(findings: readonly Finding[]): readonly string[] {
  return [...Map.groupBy(findings, ({ why }) => why ?? '')].map(
    ([why, all]) => `<article><p>${bdi(why)}</p>${list(all.map(({ about }) => heading(about)))}</article>`,
  );
}

function settings(patch: object): readonly string[] {
  if (Object.keys(patch).length === 0) return [];
  return [`<pre>${markupText(JSON.stringify({ settings: patch }, null, 2))}</pre>`];
}

function notImitated({ members, codes, headers, statuses, limits }: Seen): readonly string[] {
  const kinds = [
    ['Members of answers', members],
    ['Error codes', codes],
    ['Headers', headers],
    ['Statuses', statuses],
    ['Limits that were reached', limits],
  ] as const;
  return kinds
    .filter(([, names]) => names.length > 0)
    .map(
      ([what, names]) =>
        `<article><h3>${what}</h3>${list(names.slice(0, mostNames).map(bdi))}${rest(names)}</article>`,
    );
}

/** A service can send thousands of names, of any length. The report has all of them. */
const mostNames = 200;
const longestText = 500;

function rest(names: readonly string[]): string {
  const left = names.length - mostNames;
  return left > 0 ? `<p class="quiet">And ${left} more, which --report keeps.</p>` : '';
}

function times({ times: all }: Seen): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(
    ({ path, answers, p50Ms, p95Ms }) =>
      `<tr><td>${bdi(path)}</td><td class="number">${answers}</td><td class="number">${p50Ms} ms</td><td class="number">${p95Ms} ms</td></tr>`,
  );
  const head = `<tr><th>Endpoint</th><th class="number">Answers</th><th class="number">p50</th><th class="number">p95</th></tr>`;
  return [`<table><thead>${head}</thead><tbody>\n${rows.join('\n')}\n</tbody></table>`];
}

function article(about: string, facts: readonly (readonly [term: string, html: string])[]): string {
  const rows = facts.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`);
  return `<article><h3>${heading(about)}</h3><dl>${rows.join('')}</dl></article>`;
}

/** The title of the setting, or the question, with the name. */
function heading(about: string): string {
  const titles = new Map<string, string>(Object.entries(settingTitlesEnglish));
  const title = titles.get(about) ?? fixedAssumptions.find(({ id }) => id === about)?.question;
  return `${title === undefined ? '' : `${markupText(title)} `}<code>${markupText(about)}</code>`;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>`;
}

/** Text of the service, which must not reorder the text around it. */
function bdi(text: string): string {
  return `<bdi>${markupText(text.slice(0, longestText))}</bdi>`;
}
