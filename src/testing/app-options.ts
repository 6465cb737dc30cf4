import type { AccountClient } from '../client/account-client.ts';
import type { SandboxAccess } from '../client/sandbox-environment.ts';

/** A running sandbox, as far as your app's set-up needs it. */
export type SandboxOfApp = Pick<AccountClient, 'url' | 'account'> & Pick<SandboxAccess, 'token' | 'ca'>;

/** The address of your app, which may not listen yet. */
export interface AppAddress {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/** Answers your app's requests: a `node:http` listener (Express, Koa) or an object with `fetch` (Hono). */
export type AppHandler =
  | ((request: never, response: never) => unknown)
  | { readonly fetch: (request: never) => unknown };

/** Creates your app for a sandbox and the address at which the app will listen. */
export type AppFactory<Sandbox extends SandboxOfApp = SandboxOfApp> = (
  sandbox: Sandbox,
  app: AppAddress,
) => AppHandler | Promise<AppHandler>;

export interface AppOptions<Sandbox extends SandboxOfApp = SandboxOfApp> {
  /**
   * How to start your app: a shell command, a program with its arguments, or a function that returns a
   * handler. A command gets PORT, SANDBOX_URL, APP_URL and the variables of `gateway-sandbox exec` in its
   * environment. It must listen on PORT, on 127.0.0.1 or on all addresses. `{SANDBOX_URL}` in it is replaced,
   * but not `${SANDBOX_URL}`, which belongs to the shell.
   */
  readonly app: string | readonly [program: string, ...args: string[]] | AppFactory<Sandbox>;
  /**
   * Additional variables for a command. Replaces `{SANDBOX_URL}`, `{API_KEY}`, `{ACCESS_TOKEN}`,
   * `{SECRET_KEY}`, `{APP_URL}` and `{PORT}`.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which the command runs (default: the current folder). */
  readonly cwd?: string;
  /** How long a command may take to listen on PORT, in milliseconds (default: 30,000). */
  readonly startTimeoutMs?: number;
}

/** Your running app. A command that listens on the IPv6 loopback only has the URL `http://[::1]:PORT`. */
export interface RunningApp extends AppAddress {
  readonly stop: () => Promise<void>;
}
