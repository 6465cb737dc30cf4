import { shown } from '../client/arguments.ts';
import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';
import { startCommand } from './command-app.ts';
import { startHandler } from './handler-app.ts';

/** Starts your app against a sandbox. Resolves when the app accepts connections. */
export async function startApp<Sandbox extends SandboxOfApp>(
  sandbox: Sandbox,
  { app, ...options }: AppOptions<Sandbox>,
): Promise<RunningApp> {
  if (typeof app !== 'string' && typeof app !== 'function' && !isProgram(app))
    throw new TypeError(`app must be a command or a function that returns a handler, not ${shown(app)}.`);
  return typeof app === 'function'
    ? startHandler((address) => app(sandbox, address))
    : startCommand(sandbox, app, options);
}

function isProgram(app: unknown): boolean {
  return Array.isArray(app) && app.length > 0 && app.every((part) => typeof part === 'string');
}
