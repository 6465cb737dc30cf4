import { type Late, latenessText } from './lateness.ts';
import type { EndedEarly, Result } from './run.ts';
import type { Verdict } from './verdict.ts';

/** The report as JSON. */
export function jsonReport(results: readonly Result[], ended?: EndedEarly) {
  return {
    summary: { pass: count(results, 'pass'), fail: count(results, 'fail'), open: count(results, 'open') },
    late: jsonLate(results.at(-1)?.late),
    error: ended ? { gateway: ended.gateway, reason: ended.message } : null,
    results: results.map(jsonResult),
  };
}

export function count(results: readonly Pick<Result, 'verdict'>[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

/** Null for an app that records payments at once, or as late as `--settle` says. */
function jsonLate(late: Late | undefined) {
  return late ? { longest_ms: late.longestMs, waited_ms: late.waitMs, note: latenessText(late) } : null;
}

function jsonResult({ gateway, case: { id, does, expects, proves, mend }, ...result }: Result) {
  const { verdict, reason, durationMs, orders, steps } = result;
  return {
    gateway,
    case: id,
    verdict,
    reason,
    ...(verdict === 'fail' && { mend }),
    does,
    expects,
    proves,
    duration_ms: durationMs,
    orders: orders.map(({ invoiceNo, transactionId }) => ({
      invoice_no: invoiceNo,
      transaction_id: transactionId,
    })),
    steps: steps.map(({ what, method, url, answer: { status, error, durationMs } }) => ({
      what,
      method,
      url,
      status,
      error,
      duration_ms: durationMs,
    })),
  };
}
