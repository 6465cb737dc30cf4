import { type StartedSandbox, startSandbox } from './index.ts';
import type { RunningApp } from './testing/app-options.ts';
import { type FixtureOptions, refuseWrongOptions, type Use, useApp, useSandbox } from './testing/fixtures.ts';

export type { AppAddress, AppFactory, AppHandler, AppOptions, RunningApp } from './testing/app-options.ts';
export type { FixtureOptions } from './testing/fixtures.ts';

/** What a test gets. */
export interface SandboxFixtures {
  readonly sandbox: StartedSandbox;
  /** Your app; `app.url` is its address. */
  readonly app: RunningApp;
}

/** Fixtures in the form that `test.extend` of Vitest takes: started by the first test of a file that asks for them, stopped after the last one. */
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
 * A sandbox and your app, which takes its payments from it: `const test = base.extend<SandboxFixtures>(sandboxFixtures({ app: 'node
 * server.js' }))`. Each test file has both of its own.
 */
export function sandboxFixtures(options: FixtureOptions<StartedSandbox>): VitestFixtures {
  refuseWrongOptions(options);
  return {
    // Vitest reads from the pattern which fixtures a fixture needs.
    // biome-ignore lint/correctness/noEmptyPattern: it needs none
    sandbox: [async ({}, use) => useSandbox(startSandbox(options.sandbox), use), { scope: 'file' }],
    app: [async ({ sandbox }, use) => useApp(sandbox, options, use), { scope: 'file' }],
  };
}
