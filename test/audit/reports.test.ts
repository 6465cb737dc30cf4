import { describe, expect, it } from 'vitest';
import type { AuditCase } from '../../src/audit/case.ts';
import { jsonReport } from '../../src/audit/report-json.ts';
import { junitReport } from '../../src/audit/report-junit.ts';
import { EndedEarly, type Result } from '../../src/audit/run.ts';
import { AuditError, type Verdict } from '../../src/audit/verdict.ts';
import { junitIn } from './junit.ts';

it('the JSON report says how to fix what failed, and nothing else', () => {
  const { results } = jsonReport([resultOf('cardgw', 'fail', 'Paid.'), resultOf('cardgw', 'pass', 'Fine.')]);
  expect(results.map((result) => 'mend' in result && result.mend)).toEqual(['Do better.', false]);
});

describe('of an audit that ended early', () => {
  const ended = new EndedEarly('aggregator', new AuditError('No order.'));
  const results = [resultOf('cardgw', 'fail', 'Paid.')];

  it('the JSON report has what was finished, and the error', () => {
    const { summary, error } = jsonReport(results, ended);
    expect([summary, error]).toEqual([
      { pass: 0, fail: 1, open: 0 },
      { gateway: 'aggregator', reason: 'No order.' },
    ]);
    expect(jsonReport(results).error).toBeNull();
  });

  it('the JUnit report too, in the suite of its gateway', () => {
    const { tests, failures, errors, suites } = junitIn(junitReport(results, false, ended));
    expect([tests, failures, errors]).toEqual(['2', '1', '1']);
    expect(suites.map(({ name, errors }) => [name, errors])).toEqual([
      ['cardgw', '0'],
      ['aggregator', '1'],
    ]);
    expect(suites[1]?.cases.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['finishes', [['error', 'audit did not finish: No order.', '']]],
    ]);
  });
});

describe('the JUnit report', () => {
  it('has a suite for each gateway, with its counts and its seconds', () => {
    const report = junitReport([
      resultOf('cardgw', 'pass', 'Fine.'),
      resultOf('aggregator', 'fail', 'Paid.'),
      resultOf('aggregator', 'open', 'Unknown.'),
    ]);
    expect(junitIn(report)).toEqual({
      ...totals('gateway-sandbox audit', 3, 1, 1, '3.750'),
      suites: [
        { ...totals('cardgw', 1, 0, 0, '1.250'), cases: [testcase('cardgw', [])] },
        {
          ...totals('aggregator', 2, 1, 1, '2.500'),
          cases: [
            testcase('aggregator', [['failure', 'Paid.', 'Paid.\nDo better.']]),
            testcase('aggregator', [['skipped', 'Unknown.', '']]),
          ],
        },
      ],
    });
  });

  it('counts as a failure what is left open, when it is to fail', () => {
    const { failures, skipped, suites } = junitIn(
      junitReport([resultOf('cardgw', 'open', 'Unknown.')], true),
    );
    expect([failures, skipped]).toEqual(['1', '0']);
    expect(suites[0]?.cases[0]?.outcome).toEqual([['failure', 'Unknown.', 'Unknown.\nDo better.']]);
  });

  it.each([
    ['what XML gives a meaning', `<b> & "it's" ]]> &amp;`, `<b> & "it's" ]]> &amp;`],
    ['control characters', 'a\u0000b\u001B[31mc\u{FFFE}', 'a\u{FFFD}b\u{FFFD}[31mc\u{FFFD}'],
    ['half a character', 'a\u{D800}b', 'a\u{FFFD}b'],
    ['letters of every script', 'لم يُدفع \u{1F4B8}', 'لم يُدفع \u{1F4B8}'],
  ])('stays XML whatever a merchant answers: %s', (_what, answer, told) => {
    const report = junitReport([resultOf('cardgw', 'fail', answer)]);
    expect(junitIn(report).suites[0]?.cases[0]?.outcome).toEqual([['failure', told, `${told}\nDo better.`]]);
  });
});

function resultOf(gateway: string, verdict: Verdict, reason: string): Result {
  const answer = { status: 200, error: null, location: null, headers: [], body: '', durationMs: 3 };
  return {
    gateway,
    case: auditCase,
    verdict,
    reason,
    orders: [{ invoiceNo: 'INV-1', transactionId: '100001' }],
    steps: [
      {
        what: 'callback',
        method: 'POST',
        url: 'http://shop.test/callback?a=1&b=2',
        answer,
        atMs: 0,
        isForged: false,
      },
    ],
    durationMs: 1250,
  };
}

const auditCase: AuditCase = {
  id: 'genuine',
  does: 'Something.',
  expects: 'Much.',
  proves: 'All.',
  mend: 'Do better.',
  run: async () => ({ verdict: 'pass', reason: '' }),
};

function totals(name: string, tests: number, failures: number, skipped: number, time: string) {
  const counts = { tests: `${tests}`, failures: `${failures}`, skipped: `${skipped}` };
  return { name, ...counts, errors: '0', time };
}

function testcase(gateway: string, outcome: readonly (readonly string[])[]) {
  return { name: 'genuine', classname: `audit.${gateway}`, time: '1.250', outcome };
}
