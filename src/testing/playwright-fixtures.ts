import type { RunningApp, SandboxOfApp } from './app-options.ts';
import { type FixtureOptions, refuseWrongOptions, type Use, useApp, useSandbox } from './fixtures.ts';

type Nothing = Readonly<Record<never, never>>;
type OfWorker<Value, Needs> = [
  (needs: Needs, use: Use<Value>) => Promise<void>,
  { readonly scope: 'worker' },
];

/** Fixtures for Playwright's `test.extend`: one sandbox and one app per worker. */
export interface PlaywrightFixtures<Sandbox> {
  readonly sandbox: OfWorker<Sandbox, Nothing>;
  readonly app: OfWorker<RunningApp, { readonly sandbox: Sandbox }>;
  /** The address of your app, so that `page.goto('/')` opens it. */
  readonly baseURL: (needs: { readonly app: RunningApp }, use: Use<string>) => Promise<void>;
}

export function playwrightFixtures<Sandbox extends SandboxOfApp & { stop(): Promise<void> }>(
  start: () => Promise<Sandbox>,
  options: FixtureOptions<Sandbox>,
): PlaywrightFixtures<Sandbox> {
  refuseWrongOptions(options);
  return {
    // Playwright reads from the destructuring pattern which fixtures a fixture needs.
    // biome-ignore lint/correctness/noEmptyPattern: it needs none
    sandbox: [async ({}, use) => useSandbox(start(), use), { scope: 'worker' }],
    app: [async ({ sandbox }, use) => useApp(sandbox, options, use), { scope: 'worker' }],
    baseURL: async ({ app }, use) => use(app.url),
  };
}
