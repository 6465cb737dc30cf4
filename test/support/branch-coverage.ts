import { env } from 'node:process';
import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

/**
 * V8's coverage, measured only in the project that sets `COUNTS_BRANCHES`: code that is measured takes half as
 * long again.
 */
const provider: CoverageProviderModule = {
  getProvider: () => v8.getProvider(),
  startCoverage: (options) => (env.COUNTS_BRANCHES ? v8.startCoverage?.(options) : undefined),
  takeCoverage: (options) => (env.COUNTS_BRANCHES ? v8.takeCoverage?.(options) : undefined),
  stopCoverage: (options) => (env.COUNTS_BRANCHES ? v8.stopCoverage?.(options) : undefined),
};

// biome-ignore lint/style/noDefaultExport: Vitest expects one
export default provider;
