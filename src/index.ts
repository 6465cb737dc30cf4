/// <reference lib="esnext.disposable" preserve="true" />
import type { Credentials } from './client/account-client.ts';
import { shown } from './client/arguments.ts';
import { Connection, type Send } from './client/connection.ts';
import { inProcess } from './client/in-process.ts';
import type { StartOptions } from './client/start-options.ts';
import { SandboxClient } from './client.ts';
import { currentFolder } from './host/current-folder.ts';
import { isNewEnough, oldestNode } from './host/node-version.ts';
import { type Running, runSandbox } from './sandbox/run.ts';

export { SandboxError } from './client/sandbox-error.ts';
export type { StartOptions } from './client/start-options.ts';

/** A sandbox that answers requests in this process, and the client of it. */
export interface StartedSandbox extends SandboxClient, AsyncDisposable {
  /** Where the control API is. */
  readonly controlUrl: string;
  /** The sandbox itself, typed for code that also works with a sandbox in another process. */
  readonly client: SandboxClient;
}

/**
 * Starts a sandbox in this process, on a free port of this machine and in memory. The environment and a config file are not read.
 * Throws an `Error` whose message says what to do when an option is wrong or the port cannot be used.
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  if (!isNewEnough(process.versions.node))
    throw new Error(`gateway-sandbox needs Node.js ${oldestNode} or newer, and this is ${process.version}.`);
  // JavaScript passes what the type forbids.
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(
      `startSandbox takes an object of options, such as { port: 4700 }, not ${shown(options)}.`,
    );
  const { checkedConfig } = await import('./config/config-schema.ts');
  const config = checkedConfig({ port: 0, ...options }, currentFolder());
  const running = await runSandbox(config);
  const [account] = running.sandbox.runtime.store.accounts.all();
  if (!account) throw new Error('The fixtures hold no account.');
  const { id, apiKey, secretKey, accessTokens } = account;
  return new SandboxInProcess(running, { id, apiKey, secretKey, accessTokens });
}

class SandboxInProcess extends SandboxClient implements StartedSandbox {
  readonly controlUrl: string;
  readonly #running: Running;
  readonly #closing: AbortController;
  #stopped: Promise<void> | undefined;

  constructor(running: Running, account: Credentials) {
    const closing = new AbortController();
    super(
      new Connection(running.url, { token: running.token, send: whileOpen(running, closing.signal) }),
      account,
    );
    this.controlUrl = `${running.url}/_sandbox/api`;
    this.#running = running;
    this.#closing = closing;
    // Somebody else may ask for the end over the control API.
    void running.stopAsked.then(() => this.stop());
  }

  get client(): SandboxClient {
    return this;
  }

  /** Ends it in order; settles when it has ended. */
  override stop(): Promise<void> {
    this.#closing.abort();
    this.#stopped ??= this.#running.stop();
    return this.#stopped;
  }

  /** For `await using sandbox = await startSandbox()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/** Asks the app itself, until it is closing: tests that replace `fetch`, or do not trust our certificate, still get its answers. */
function whileOpen({ sandbox }: Running, closing: AbortSignal): Send {
  const send = inProcess(sandbox.app);
  return async (url, outgoing) => {
    closing.throwIfAborted();
    const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, closing]) : closing;
    const answer = await send(url, { ...outgoing, signal });
    outgoing.signal?.throwIfAborted();
    return answer;
  };
}
