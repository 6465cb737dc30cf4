import { expect, it } from 'vitest';
import { comparisonHtml } from '../../src/cli/compare-html.ts';
import type { Report } from '../../src/compare/report.ts';
import { reportKind, reportVersion } from '../../src/comparison/report-format.ts';

const hostile = '<script>alert(1)</script>\u001b[2J"&';

const common = { probes: [], sandbox: hostile, why: null };
const report: Report = {
  kind: reportKind,
  version: reportVersion,
  gateway_sandbox: '1.0.0',
  base_url: 'https://api.example.com',
  at: '2026-10-02T10:00:00.000Z',
  with_mobile_number: false,
  replies: {},
  result: {
    findings: [
      { ...common, about: 'requests.bodies', verdict: 'contradicted', live: hostile, change: 'lenient' },
      { ...common, about: 'lang.form', verdict: 'contradicted', live: hostile },
      { ...common, about: 'requests.query', verdict: 'confirmed', live: 'x'.repeat(10_000) },
      { ...common, about: 'otp.lifetime', verdict: 'undecided', live: null, why: hostile },
    ],
    patch: { requests: { bodies: 'lenient' } },
    seen: {
      members: Array.from({ length: 201 }, (_, at) => `result.m${at}${hostile}`),
      codes: [hostile],
      headers: [hostile],
      statuses: ['418 text/html'],
      limits: [],
      times: [{ path: hostile, answers: 3, p50Ms: 40, p95Ms: 90 }],
    },
  },
};

it('The page has the verdicts first, then what was seen, then the times', () => {
  const page = comparisonHtml(report);
  const order = ['contradicted', 'confirmed', 'undecided', 'settings', 'seen', 'times'];
  expect([...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual(order);
  for (const text of ['2 contradicted', 'No setting does this.', '418 text/html', '90 ms', 'And 1 more'])
    expect(page).toContain(text);
  expect(page).toContain('Accepted bodies <code>requests.bodies</code>');
});

it('The page needs no other file, runs nothing, and shows what a service sent as text', () => {
  const page = comparisonHtml(report);
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\bon\w+=|\bsrc=|url\(|@import|\p{Cc}(?<![\n\t])/u);
  expect(page).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd[2J&quot;&amp;');
  expect(page).not.toContain('x'.repeat(501));
});

it('A section that has nothing is left out', () => {
  const empty = { members: [], codes: [], headers: [], statuses: [], limits: [], times: [] };
  const page = comparisonHtml({ ...report, result: { findings: [], patch: {}, seen: empty } });
  expect(page).not.toContain('<section');
});
