import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { errorCode, errorMessage, isError, isNoAddress } from '../host/errors.ts';
import { isNewEnough, oldestNode } from '../host/node-version.ts';
import { UserError } from '../host/user-error.ts';
import { openingError } from '../store/data-file-error.ts';
import { isThere } from '../store/file-place.ts';
import { openDatabase } from '../store/open.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
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
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<{ readonly answers: boolean; readonly finding: Finding }> {
  const name = 'port';
  const running = await healthAt(flags.url);
  const detail = `a sandbox responds at ${flags.url}`;
  if (running.status === 'ok') return { answers: true, finding: { name, ok: true, detail } };
  if (running.status === 'failing') {
    const mend = running.message ?? 'See its terminal for the reason.';
    return { answers: true, finding: { name, ok: false, detail: `${detail}, but cannot store data`, mend } };
  }
  if (running.status === 'away')
    return { answers: false, finding: await checkListening(port, host, flags.url) };
  const isInTheWay = running.status === 'foreign' && !isGiven;
  const finding = { name, ok: false, detail: running.message, ...(isInTheWay && { mend: endOther }) };
  return { answers: false, finding };
}

async function checkListening(port: number, host: string | undefined, url: string): Promise<Finding> {
  const name = 'port';
  const failure =
    host === undefined
      ? ((await listening('127.0.0.1', port)) ?? (await listening('::1', port)))
      : await listening(host, port);
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
  try {
    if (!isThere(file)) return { name, ok: true, detail: `${file} will be created` };
    openDatabase(file, 'full').close();
    return { name, ok: true, detail: `${file} is intact` };
  } catch (thrown) {
    const error = openingError(file, thrown);
    if (isRunning && /^SQLITE_(?:BUSY|LOCKED)$/.test(error.code ?? ''))
      return { name, ok: true, detail: `${file} is in use, and a sandbox runs` };
    // It already says how to fix it.
    return { name, ok: false, detail: error.message };
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

/** Why the port cannot be used, or undefined. A machine without IPv6 lacks ::1. */
async function listening(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  const failure = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error) => resolve(isNoAddress(error) ? undefined : messageOf(error)));
    server.listen(port, host, () => resolve(undefined));
  });
  server.close();
  return failure;
}

function messageOf(error: unknown): string {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  // Node says nothing of a name with several addresses.
  return errorMessage(cause) || errorCode(cause);
}
