import { loadConfig } from '../config/load-config.ts';
import { givenByFlags } from '../config/member-values.ts';
import { currentFolder } from '../host/current-folder.ts';
import { errorMessage } from '../host/errors.ts';
import { startGuardian } from '../host/guardian.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import type { InterceptedHost } from '../intercept/address.ts';
import type { Interception } from '../intercept/intercept.ts';
import { type Running, runSandbox } from '../sandbox/run.ts';
import { startCommand } from './command-process.ts';
import { execEnvironment } from './exec-environment.ts';
import { intercepted, interceptionOf, publicUrlOf } from './interception.ts';
import { SignalRelay } from './signal-relay.ts';
import { whenStarterEnds } from './starter.ts';

interface ExecFlags {
  readonly env?: readonly string[];
  readonly config?: string;
  readonly set?: readonly string[];
  readonly intercept?: readonly string[];
  readonly otherHosts?: string;
}

/** Runs a command against an in-memory sandbox on a free port, and exits with the command's exit code. */
export async function exec(command: readonly string[], flags: ExecFlags): Promise<void> {
  const asked = await intercepted(flags);
  // A closed stderr must not affect the command or its exit code.
  process.stderr.on('error', () => undefined);
  const guardian = startGuardian();
  const relay = new SignalRelay(guardian);
  let running: Running | undefined;
  let interception: Interception | undefined;
  try {
    const sandbox = await started(flags, asked.hosts);
    running = sandbox;
    const env = { ...process.env, ...execEnvironment(sandbox, flags.env ?? []) };
    interception = await interceptionOf(sandbox, { ...asked, env });
    sayAll(interception?.warnings);
    if (interception) guardian?.removedWithUs(interception.folder);
    const { process: child, exitCode } = startCommand(command, { ...env, ...interception?.environment });
    relay.to(child);
    whenStarterEnds(() => relay.starterEnded());
    guardian?.endsWithUs(child.pid);
    const code = await exitCode;
    keepExitCode(code);
    await attempt('report on the run', () => report(sandbox, interception, code));
  } finally {
    await attempt('end the interception', () => interception?.close());
    await attempt('end the sandbox', () => running?.stop());
    await guardian?.dismiss();
  }
}

/** Nothing that fails later changes the exit code, not even an internal error that ends the process. */
function keepExitCode(code: number): void {
  process.exitCode = code;
  process.once('exit', () => {
    process.exitCode = code;
  });
}

async function attempt(what: string, step: () => Promise<void> | undefined): Promise<void> {
  try {
    await step();
  } catch (error) {
    const why = errorMessage(error);
    console.error(printable(`gateway-sandbox: could not ${what}: ${why}`));
  }
}

/** On stderr, because another program may read the command's stdout. */
async function report(running: Running, interception: Interception | undefined, code: number): Promise<void> {
  sayAll(await interception?.notes());
  if (code !== 0) console.error(await (await import('./post-mortem.ts')).postMortem(running));
}

function sayAll(sentences: readonly string[] = []): void {
  for (const sentence of sentences) tell(`gateway-sandbox: ${sentence}`);
}

async function started(given: ExecFlags, hosts: readonly InterceptedHost[]): Promise<Running> {
  const flags = { ...givenByFlags({ config: given.config, set: given.set }), port: 0 };
  const loaded = await loadConfig(flags, process.env, currentFolder());
  return await runSandbox(
    { ...loaded, host: undefined, data: undefined, publicUrl: await publicUrlOf(loaded, hosts) },
    { isStoppable: false, isOwnProcess: true },
  );
}
