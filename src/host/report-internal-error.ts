import { isError, tooManyFiles } from './errors.ts';
import { printable } from './printable.ts';
import { tell } from './tell.ts';

/** Keeps a bug whose message differs each time from flooding the terminal. */
const mostTold = 20;

/** Reports uncaught errors on stderr, mostly bugs in the sandbox, each distinct one once. Never throws. */
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
  // Not a bug, and no file can be opened to load the reporter.
  const limit = tooManyFiles(error);
  if (limit) return limit;
  try {
    const { bugReport } = await import('./bug-report.ts');
    return bugReport(error);
  } catch {
    // The package may have been replaced or removed since startup.
    return printable(String(isError(error) ? error.stack : error));
  }
}
