import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

/** The rules of money, signatures, forms, addresses and callbacks: `npm test` fails where a branch of theirs is taken by no test. */
export const everyBranch = [
  'src/callbacks/enqueue.ts',
  'src/callbacks/hold.ts',
  'src/callbacks/lanes.ts',
  'src/callbacks/plan.ts',
  'src/callbacks/resend.ts',
  'src/callbacks/schedule.ts',
  'src/callbacks/signed.ts',
  'src/callbacks/tamper.ts',
  'src/faults/*.ts',
  'src/flows/*.ts',
  'src/gateways/*.ts',
  'src/merchant-api/body.ts',
  'src/merchant-api/checks.ts',
  'src/protocol/*.ts',
];

/** Puts another module in the place of one of the sources, which other files must not see. */
const mocking = 'test/store/query-plans.test.ts';

export default defineConfig({
  test: {
    dangerouslyIgnoreUnhandledErrors: false,
    maxWorkers: 2,
    pool: 'threads',
    // Files that share a worker share its modules, which is twice as fast; the sources keep no state in modules.
    isolate: false,
    // Some tests measure real time, and CI's machines are shared: what fails twice in a row has failed. At a desk once is enough.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', new ClosingLine()],
    testTimeout: 20_000,
    setupFiles: ['test/support/conformance-setup.ts'],
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    coverage: { include: everyBranch, reporter: ['text'], thresholds: { branches: 100 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', mocking],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: [mocking],
          isolate: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // axe looks at every element of many pages, and a browser alone keeps a core busy.
          testTimeout: 60_000,
          // After the rest: pages measure time.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
