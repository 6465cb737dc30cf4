import { type StartedSandbox, startSandbox } from './index.ts';
import type { RunningApp } from './testing/app-options.ts';
import {
  type FixtureOptions,
  type ReceivedFixtures,
  refuseWrongOptions,
  type Use,
  useApp,
  useSandbox,
} from './testing/fixtures.ts';

export type { AppAddress, AppFactory, AppHandler, AppOptions, RunningApp } from './testing/app-options.ts';
export type { FixtureOptions } from './testing/fixtures.ts';

/** The fixtures that a test receives. */
export type SandboxFixtures = ReceivedFixtures<StartedSandbox>;

/** Fixtures for `test.extend`. Start with a file's first test that uses them, stop after its last one. */
export interface VitestFixtures {
  readonly sandbox: [
    (context: Readonly<Record<never, never>>, use: Use<StartedSandbox>) => Promise<void>,
    { readonly scope: 'file' },
  ];
  readonly app: [
    (context: Pick<SandboxFixtures, 'sandbox'>, use: Use<RunningApp>) => Promise<void>,
    { readonly scope: 'file' },
  ];
}

/**
 * A sandbox and your app, connected to it, for each test file:
 *
 *     const test = base.extend<SandboxFixtures>(sandboxFixtures({ app: 'node server.js' }));
 */
export function sandboxFixtures(options: FixtureOptions<StartedSandbox>): VitestFixtures {
  refuseWrongOptions(options);
  return {
    // Vitest reads the dependencies of a fixture from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: it needs none
    sandbox: [async ({}, use) => useSandbox(startSandbox(options.sandbox), use), { scope: 'file' }],
    app: [async ({ sandbox }, use) => useApp(sandbox, options, use), { scope: 'file' }],
  };
}
