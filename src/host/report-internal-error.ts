import { isError, tooManyFiles } from './errors.ts';
import { printable } from './printable.ts';
import { tell } from './tell.ts';

/** A bug whose message differs each time must not flood the terminal. */
const mostTold = 20;

/** Reports errors that nothing has caught on stderr, most of them bugs of the sandbox, each of them once. Never throws. */
export function internalErrorReporter(): (error: unknown) => Promise<void> {
  const told = new Set<string>();
  return async (error) => {
    const report = await reportOf(error);
    if (told.has(report) || told.size === mostTold) return;
    told.add(report);
    tell(report);
  };
}

async function reportOf(error: unknown): Promise<string> {
  // Another file cannot be loaded now, and there is no bug to report.
  const limit = tooManyFiles(error);
  if (limit) return limit;
  try {
    const { bugReport } = await import('./bug-report.ts');
    return bugReport(error);
  } catch {
    // The package may have been replaced or removed since the start.
    return printable(String(isError(error) ? error.stack : error));
  }
}
