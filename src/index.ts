import type { GivenConfig } from './config.ts';
import { runSandbox } from './run.ts';

/** How to start a sandbox in code: the members of the config file; a free port and memory unless said otherwise. */
export type StartOptions = GivenConfig;

/** A sandbox that answers requests in this process. */
export interface StartedSandbox {
  /** What the merchant app's base URL is set to, without a slash at the end. */
  readonly url: string;
  /** Where the control API is. */
  readonly controlUrl: string;
  /** The credentials of the account that the sandbox begins with. */
  readonly account: {
    readonly id: string;
    readonly apiKey: string;
    readonly secretKey: string;
    readonly accessTokens: { readonly test: string; readonly live: string };
  };
  /** Back to the fixtures: everything that happened is gone. */
  readonly reset: () => Promise<void>;
  /** Ends it in order. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a sandbox in this process, on a free port of this machine and in memory. The environment and a config file are not read.
 * Throws an `Error` whose message says what to do when an option is wrong or the port cannot be used.
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  const { checkedConfig } = await import('./config-schema.ts');
  const config = checkedConfig({ port: 0, ...options }, process.cwd());
  const { sandbox, url, stop } = await runSandbox(config);
  const [account] = sandbox.runtime.store.accounts.all();
  if (!account) throw new Error('The fixtures hold no account.');
  const { id, apiKey, secretKey, accessTokens } = account;
  return {
    url,
    controlUrl: `${url}/_sandbox/api`,
    account: { id, apiKey, secretKey, accessTokens },
    reset: sandbox.reset,
    stop,
  };
}
