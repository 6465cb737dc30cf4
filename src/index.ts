/// <reference lib="esnext.disposable" preserve="true" />
import type { Credentials } from './client/account-client.ts';
import { shown } from './client/arguments.ts';
import { Connection, type Send } from './client/connection.ts';
import { ControlExchangeError } from './client/control-exchange-error.ts';
import { inProcess } from './client/in-process.ts';
import type { StartOptions } from './client/start-options.ts';
import { SandboxClient } from './client.ts';
import { currentFolder } from './host/current-folder.ts';
import { isNewEnough, oldestNode } from './host/node-version.ts';
import { later } from './host/timers.ts';
import { type Running, runSandbox } from './sandbox/run.ts';

export { SandboxError } from './client/sandbox-error.ts';
export type { StartOptions } from './client/start-options.ts';

/** A sandbox that runs in this process, and its client. */
export interface StartedSandbox extends SandboxClient, AsyncDisposable {
  /** The base URL of the control API. */
  readonly controlUrl: string;
  /** The token for the pages and the control API. Undefined if they need none. */
  readonly token: string | undefined;
  /** The file of the local CA that clients of `https` must trust. Undefined without `https`, or with `cert`. */
  readonly ca: string | undefined;
  /** This sandbox, typed for code that also works with a sandbox in another process. */
  readonly client: SandboxClient;
}

/**
 * Starts an in-memory sandbox in this process on a free local port. Does not read the environment or a config
 * file. If an option is wrong or the port cannot be used, throws an `Error` whose message says what to do.
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  if (!isNewEnough(process.versions.node))
    throw new Error(`gateway-sandbox needs Node.js ${oldestNode} or newer, and this is ${process.version}.`);
  // JavaScript callers can pass what the types forbid.
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(
      `startSandbox takes an object of options, such as { port: 4700 }, not ${shown(options)}.`,
    );
  // Otherwise, it would be ignored: it is a member of the configuration, but only the commands read a file.
  if ('config' in options && options.config !== undefined)
    throw new TypeError(
      'startSandbox reads no config file. Pass what is in it as options, without `config`.',
    );
  const { libraryConfig } = await import('./config/library-config.ts');
  const running = await runSandbox(libraryConfig({ ...options }, currentFolder()));
  const [account] = running.sandbox.runtime.store.accounts.all();
  if (!account) throw new Error('The fixtures contain no account.');
  const { id, apiKey, secretKey, accessTokens } = account;
  return new SandboxInProcess(running, { id, apiKey, secretKey, accessTokens });
}

class SandboxInProcess extends SandboxClient implements StartedSandbox {
  readonly controlUrl: string;
  readonly token: string | undefined;
  readonly ca: string | undefined;
  readonly #running: Running;
  readonly #calls: OwnCalls;
  #stopped: Promise<void> | undefined;

  constructor(running: Running, account: Credentials) {
    const calls = new OwnCalls(running);
    super(new Connection(running.url, { token: running.token, send: calls.send }), account);
    this.controlUrl = `${running.url}/_sandbox/api`;
    this.token = running.token;
    this.ca = running.authority?.caFile;
    this.#running = running;
    this.#calls = calls;
    // A stop can also be requested over the control API.
    void running.stopAsked.then(() => this.stop());
  }

  get client(): SandboxClient {
    return this;
  }

  /** Stops the sandbox cleanly and resolves when it has stopped. */
  override stop(): Promise<void> {
    this.#stopped ??= this.#calls.end().then(() => this.#running.stop());
    return this.#stopped;
  }

  /** Supports `await using sandbox = await startSandbox()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

function stopped(cause?: unknown): ControlExchangeError {
  return new ControlExchangeError('unreachable', 'was stopped', cause);
}

const stopPatienceMs = 5000;

/** Calls the app directly until it closes: works without our certificate, and if a test replaces `fetch`. */
class OwnCalls {
  readonly #closing = new AbortController();
  readonly #ask: Send;
  readonly #running = new Set<Promise<unknown>>();

  constructor({ sandbox }: Running) {
    this.#ask = inProcess(sandbox.app);
  }

  readonly send: Send = async (url, outgoing) => {
    if (this.#closing.signal.aborted) throw stopped();
    const signal = outgoing.signal
      ? AbortSignal.any([outgoing.signal, this.#closing.signal])
      : this.#closing.signal;
    const asked = this.#ask(url, { ...outgoing, signal });
    const over: Promise<unknown> = asked.catch(() => undefined).finally(() => this.#running.delete(over));
    this.#running.add(over);
    const answer = await asked.catch((error: unknown) => {
      outgoing.signal?.throwIfAborted();
      throw this.#closing.signal.aborted ? stopped(error) : error;
    });
    outgoing.signal?.throwIfAborted();
    return answer;
  };

  /** Cancels waits, and lets calls that were not awaited finish: a running reset still needs its database. */
  async end(): Promise<void> {
    this.#closing.abort();
    if (this.#running.size === 0) return;
    const patience = new AbortController();
    const patient = later(stopPatienceMs, undefined, patience).catch(() => undefined);
    await Promise.race([Promise.all(this.#running), patient]);
    patience.abort();
  }
}
