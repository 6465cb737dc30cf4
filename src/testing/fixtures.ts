import { shown } from '../client/arguments.ts';
import type { StartOptions } from '../client/start-options.ts';
import { startApp } from './app.ts';
import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';

/** How test runners use a fixture: it stays in use until `use` resolves. */
export type Use<Value> = (value: Value) => Promise<void>;

export interface FixtureOptions<Sandbox extends SandboxOfApp> extends AppOptions<Sandbox> {
  /** The options of `startSandbox`. */
  readonly sandbox?: StartOptions;
}

/** The fixtures that a test receives. */
export interface ReceivedFixtures<Sandbox> {
  readonly sandbox: Sandbox;
  /** Your app. `app.url` is its URL. */
  readonly app: RunningApp;
}

/** JavaScript callers can pass what the types forbid. */
export function refuseWrongOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(
      `sandboxFixtures takes an object of options, such as { app: 'node server.js' }, not ${shown(options)}.`,
    );
}

/** Gives a sandbox to a test runner and stops it after the tests. */
export async function useSandbox<Sandbox extends SandboxOfApp & { stop(): Promise<void> }>(
  starting: Promise<Sandbox>,
  use: Use<Sandbox>,
): Promise<void> {
  const sandbox = await starting;
  try {
    await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Gives your app to a test runner and stops it after the tests. */
export async function useApp<Sandbox extends SandboxOfApp>(
  sandbox: Sandbox,
  options: AppOptions<Sandbox>,
  use: Use<RunningApp>,
): Promise<void> {
  const app = await startApp(sandbox, options);
  try {
    await use(app);
  } finally {
    await app.stop();
  }
}
