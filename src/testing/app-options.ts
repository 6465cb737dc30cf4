import type { AccountClient } from '../client/account-client.ts';

/** A sandbox that runs, as far as an app is set up with it. */
export type SandboxOfApp = Pick<AccountClient, 'url' | 'account'>;

/** The address that your app has, or is about to have, and the sandbox that it takes payments from. */
export interface AppAddress {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
}

/** What answers your app's requests: a listener of `node:http` (Express, Koa's `callback()`), or an object with `fetch` (Hono). */
export type AppHandler =
  | ((request: never, response: never) => unknown)
  | { readonly fetch: (request: never) => unknown };

/** Makes your app for a sandbox and the address that it will have. */
export type AppFactory<Sandbox extends SandboxOfApp = SandboxOfApp> = (
  sandbox: Sandbox,
  app: AppAddress,
) => AppHandler | Promise<AppHandler>;

export interface AppOptions<Sandbox extends SandboxOfApp = SandboxOfApp> {
  /**
   * How your app starts: a command for the shell, a program with its arguments, or a function that gives a handler. A command finds PORT,
   * SANDBOX_URL, APP_URL, and the variables of `gateway-sandbox exec` in its environment; `{SANDBOX_URL}` in it is filled in.
   */
  readonly app: string | readonly [program: string, ...args: string[]] | AppFactory<Sandbox>;
  /** More variables for a command. `{SANDBOX_URL}`, `{API_KEY}`, `{ACCESS_TOKEN}`, `{SECRET_KEY}`, `{APP_URL}` and `{PORT}` are filled in. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which a command runs; the current one by default. */
  readonly cwd?: string;
  /** How long a command may take until it listens on PORT, in milliseconds; 30,000 by default. */
  readonly startTimeoutMs?: number;
}

/** Your app while it runs. */
export interface RunningApp extends AppAddress {
  readonly stop: () => Promise<void>;
}
