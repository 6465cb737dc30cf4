import type { Result } from './run.ts';
import type { Verdict } from './verdict.ts';

/** The report as JSON. */
export function jsonReport(results: readonly Result[]) {
  return {
    summary: { pass: count(results, 'pass'), fail: count(results, 'fail'), open: count(results, 'open') },
    results: results.map(jsonResult),
  };
}

export function count(results: readonly Pick<Result, 'verdict'>[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
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
