import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isSea } from 'node:sea';
import { printable } from '../printable.ts';

/** Starts the same command again as a process of its own, and comes back when that one answers requests. */
export async function startDetached(json: boolean): Promise<void> {
  const [, program = '', ...args] = process.argv;
  // The standalone executable is Node and the program in one.
  const command = isSea() ? [] : [...process.execArgv, program];
  const own = args.filter((arg) => arg !== '--detach' && arg !== '--json' && arg !== '--quiet');
  const child = spawn(process.execPath, [...command, ...own, '--json'], {
    detached: true,
    // Not ours, or whoever reads our stderr to its end would wait for the end of the sandbox.
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const exit = once(child, 'exit');
  child.stderr.pipe(process.stderr);
  const ready = await firstLine(child.stdout);
  if (ready === undefined) {
    // It has said why on our stderr.
    process.exitCode = (await exit)[0] ?? 1;
    return;
  }
  console.log(json ? ready : summary(ready));
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) return line;
  return undefined;
}

function summary(ready: string): string {
  // Our own ready line.
  const { url, pid, token } = JSON.parse(ready) as { url: string; pid: number; token?: string };
  const needed = token === undefined ? '' : `Its pages and commands need the token ${token}\n`;
  return printable(
    `gateway-sandbox runs at ${url} (process ${pid}).\n${needed}End it with: gateway-sandbox stop --url ${url}`,
  );
}
