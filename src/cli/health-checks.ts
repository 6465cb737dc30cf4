import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { controlExchange } from '../client/control-exchange.ts';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { errorCode, errorMessage, isError } from '../host/errors.ts';
import { isMissing } from '../host/missing.ts';
import { isNewEnough, oldestNode } from '../host/node-version.ts';
import { UserError } from '../host/user-error.ts';
import { type HostMap, mappedUrl } from '../protocol/host-map.ts';
import { isLoopbackHost } from '../protocol/loopback-host.ts';
import { hostOf, judgeMerchantUrl, portOf } from '../protocol/merchant-url.ts';
import { DataFileError } from '../store/data-file-error.ts';
import { openDatabase } from '../store/open.ts';
import { type ControlFlags, controlClient, trustAdvice } from './control-client.ts';
import { healthAt, healthTimeoutMs } from './health.ts';

/** What was checked, the result, and how to fix it. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly mend?: string;
}

/** Maximum clock difference that is not reported. */
const closeEnoughMs = 2000;
const merchantPatienceMs = 5000;
const nameTheMap =
  'If the sandbox was started with --callback-host-map, set GATEWAY_SANDBOX_CALLBACK_HOST_MAP here too.';
const endOther = 'Stop the program that uses it, or start with --port N (0 for a free port).';

export function checkNode(version: string): Finding {
  const finding = { name: 'node', ok: isNewEnough(version), detail: `Node.js ${version}` };
  if (finding.ok) return finding;
  return { ...finding, mend: `Install Node.js ${oldestNode} or newer: https://nodejs.org.` };
}

export async function checkNative(): Promise<Finding> {
  const name = 'native module';
  try {
    openDatabase(undefined).close();
    return { name, ok: true, detail: 'better-sqlite3 works' };
  } catch (error) {
    const finding = { name, ok: false, detail: messageOf(error) };
    // A `UserError` already says how to fix it.
    if (error instanceof UserError) return finding;
    const mend = 'Run `npm rebuild better-sqlite3`, or install again with this version of Node.js.';
    return { ...finding, mend };
  }
}

/** Checks whether a sandbox answers, or else whether the port is free. `isGiven`: the user has named the URL. */
export async function checkPort(
  { isGiven, ...flags }: ControlFlags & { readonly isGiven: boolean },
  port: number,
): Promise<{ readonly answers: boolean; readonly finding: Finding }> {
  const name = 'port';
  const running = await healthAt(flags.url);
  const detail = `a sandbox responds at ${flags.url}`;
  if (running.status === 'ok') return { answers: true, finding: { name, ok: true, detail } };
  if (running.status === 'failing') {
    const mend = running.message ?? 'See its terminal for the reason.';
    return { answers: true, finding: { name, ok: false, detail: `${detail}, but cannot store data`, mend } };
  }
  if (running.status === 'away') return { answers: false, finding: await checkListening(port, flags.url) };
  const isInTheWay = running.status === 'foreign' && !isGiven;
  const finding = { name, ok: false, detail: running.message, ...(isInTheWay && { mend: endOther }) };
  return { answers: false, finding };
}

async function checkListening(port: number, url: string): Promise<Finding> {
  const name = 'port';
  const failure = await listening(port);
  if (failure === undefined) {
    const detail = `${port === 0 ? 'a free one' : port} can be used; no sandbox runs at ${url}`;
    return { name, ok: true, detail };
  }
  return { name, ok: false, detail: `${port} cannot be used: ${failure}`, mend: endOther };
}

/** Opens the file as `start` would. Never creates it, and accepts one that a sandbox is using. */
export async function checkData(file: string | undefined, isRunning: boolean): Promise<Finding> {
  const name = 'data file';
  if (file === undefined) {
    const unknown = 'not checked: if the running sandbox keeps its data in a file, name it with --data';
    return { name, ok: true, detail: isRunning ? unknown : 'none: the data is in memory' };
  }
  if (isMissing(file) && !isMissing(dirname(resolve(file))))
    return { name, ok: true, detail: `${file} will be created` };
  try {
    openDatabase(file, 'full').close();
    return { name, ok: true, detail: `${file} is intact` };
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    if (isRunning && /^SQLITE_(?:BUSY|LOCKED)$/.test(error.code ?? ''))
      return { name, ok: true, detail: `${file} is in use, and a sandbox runs` };
    const mend = 'Restore it, fix its permissions, or choose another file with --data.';
    return { name, ok: false, detail: error.message, mend };
  }
}

export async function checkClock(flags: ControlFlags | undefined): Promise<Finding> {
  const name = 'clock';
  if (flags === undefined) return { name, ok: true, detail: `${new Date().toISOString()} by this machine` };
  try {
    const {
      now,
      frozen,
      offset_ms: offsetMs,
    } = await controlClient(flags, { timeoutMs: healthTimeoutMs }).call('getClock');
    if (!frozen && Math.abs(offsetMs) < closeEnoughMs)
      return { name, ok: true, detail: `${now} in the sandbox` };
    const detail = `${now} in the sandbox: it was ${frozen ? 'frozen' : 'moved'}`;
    return {
      name,
      ok: false,
      detail,
      mend: 'Run `gateway-sandbox reset`, or `gateway-sandbox clock resume` if it is frozen.',
    };
  } catch (error) {
    // Anything else is a bug. A `UserError` already says how to fix it.
    if (!(error instanceof UserError)) throw error;
    return { name, ok: false, detail: error.message };
  }
}

/**
 * Any HTTP answer passes: this only checks that a merchant may have the URL, and that something listens where the host
 * map leads. `sandbox`: the URL of a running one.
 */
export async function checkMerchant(
  url: string | undefined,
  sandbox: string | undefined,
  map: HostMap,
): Promise<Finding> {
  const name = 'merchant';
  if (url === undefined)
    return { name, ok: true, detail: 'not checked: set the address of your app with --merchant-url' };
  const mend =
    'Start your app, and set the address that it listens on; in a container, that is not localhost.';
  const judged = judgeMerchantUrl(url, (given) => isSamePlace(given, sandbox));
  if ('why' in judged)
    return { name, ok: false, detail: `${url} is refused as a return_url`, mend: judged.why };
  try {
    const { status } = await controlExchange(mappedUrl(map, judged.url), {
      method: 'GET',
      timeoutMs: merchantPatienceMs,
      maxBytes: 0,
    });
    return { name, ok: true, detail: `${url} answers (${status})` };
  } catch (error) {
    if (error instanceof ControlExchangeError && error.kind === 'untrusted')
      return { name, ok: false, detail: `${url} ${error.message}`, mend: trustAdvice };
    const isUnknown = /ENOTFOUND|EAI_AGAIN/.test(messageOf(error));
    return {
      name,
      ok: false,
      detail: `${url} cannot be reached: ${messageOf(error)}`,
      mend: isUnknown ? `${mend} ${nameTheMap}` : mend,
    };
  }
}

/** Whether a URL leads to a running sandbox, by any name of this machine. */
function isSamePlace(url: URL, sandbox: string | undefined): boolean {
  const ours = sandbox === undefined ? null : URL.parse(sandbox);
  if (!ours || portOf(url) !== portOf(ours)) return false;
  return hostOf(url) === hostOf(ours) || (isLoopbackHost(url.hostname) && isLoopbackHost(ours.hostname));
}

/** Why the port cannot be used, or undefined. */
async function listening(port: number): Promise<string | undefined> {
  const server = createServer();
  const failure = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error) => resolve(messageOf(error)));
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  server.close();
  return failure;
}

function messageOf(error: unknown): string {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  // Node says nothing of a name with several addresses.
  return errorMessage(cause) || errorCode(cause);
}
