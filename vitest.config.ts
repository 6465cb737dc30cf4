import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { asBuilt } from './test/support/built.ts';
import { ClosingLine } from './test/support/closing-line.ts';
import { homeEntries } from './test/support/home.ts';
import { LongFirst } from './test/support/long-first.ts';
import { exhaustive } from './test/support/slow-files.ts';
import { triesAll } from './test/support/spread.ts';

/** The rules of money, signatures, forms, addresses and callbacks: CI fails where a branch of theirs is taken by no test. */
export const everyBranch = [
  'src/callbacks/enqueue.ts',
  'src/callbacks/hold.ts',
  'src/callbacks/concurrency-limit.ts',
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

/** They reach into the sources, or put fake timers under a sandbox, which the bundle does not take. */
const ofTheSources = [
  'test/control-api/openapi/written-once.test.ts',
  'test/http/guard-health.test.ts',
  'test/http/tls-faults.test.ts',
];

const inProcess = ['merchant-api', 'control-api', 'http', 'pages'];

/** The same tests with the bundle. Asked for by `npm test -- --built`, and in CI always. */
const built: TestProjectInlineConfiguration = {
  extends: true,
  resolve: { alias: [asBuilt] },
  test: {
    name: 'built',
    include: inProcess.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [...ofTheSources, ...(triesAll ? [] : exhaustive)],
    globalSetup: ['test/support/built-setup.ts'],
  },
};

/** Set by `scripts/test.ts`. */
const leftOut = process.env.TEST_LEFT_OUT?.split(',') ?? [];
const countsBranches = process.env.TEST_BRANCHES === '1';

/** Together they take every branch of the rules. In CI they are a project, which counts branches. */
const ofTheRules = [
  ...['callbacks', 'comparison', 'control-api', 'http', 'merchant-api', 'pages', 'protocol'].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
  'test/store/missing-rows.test.ts',
];

const rules: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'rules',
    include: ofTheRules,
    exclude: leftOut,
    env: { COUNTS_BRANCHES: '1' },
  },
};

const home = homeEntries();

function complaints(): string[] {
  const written = [...homeEntries()].filter((entry) => !home.has(entry));
  return written.map((entry) => `The tests wrote into your home: ${entry}`);
}

export default defineConfig({
  test: {
    dangerouslyIgnoreUnhandledErrors: false,
    // Twice as many as there are cores: tests of processes, sockets, and pages often wait.
    maxWorkers: availableParallelism() * 2,
    pool: 'threads',
    // Files that share a worker share its modules, which is twice as fast; the sources keep no state in modules.
    isolate: false,
    // The projects follow each other without a pause, so that no core waits for the last file of one of them.
    sequence: { sequencer: LongFirst },
    reporters: ['default', new ClosingLine(complaints)],
    // Generous: a busy machine is no failure, and what never settles is found all the same.
    testTimeout: 180_000,
    globalSetup: ['test/support/run-setup.ts'],
    setupFiles: ['test/support/conformance-setup.ts'],
    expect: { poll: { timeout: 50_000 } },
    hookTimeout: 180_000,
    coverage: {
      enabled: countsBranches,
      provider: 'custom',
      customProviderModule: 'test/support/branch-coverage.ts',
      include: everyBranch,
      reporter: ['text'],
      thresholds: { branches: 100 },
    },
    projects: [
      ...(process.env.TEST_BUILT ? [built] : []),
      ...(countsBranches ? [rules] : []),
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/perf/**', ...(countsBranches ? ofTheRules : []), ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: leftOut,
          globalSetup: ['test/support/browser-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'perf',
          include: ['test/perf/**/*.test.ts'],
          exclude: leftOut,
          // Last and alone: what they measure is real time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
