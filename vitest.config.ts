import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

export default defineConfig({
  test: {
    dangerouslyIgnoreUnhandledErrors: false,
    maxWorkers: 2,
    pool: 'threads',
    // Some tests measure real time, and CI's machines are shared: what fails twice in a row has failed. At a desk once is enough.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', new ClosingLine()],
    testTimeout: 20_000,
    setupFiles: ['test/support/conformance-setup.ts'],
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // One browser at a time, and after the rest: pages measure time, and two cores are soon busy.
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
