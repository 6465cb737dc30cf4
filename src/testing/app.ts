import type { AppOptions, RunningApp, SandboxOfApp } from './app-options.ts';
import { startCommand } from './command-app.ts';
import { startHandler } from './handler-app.ts';

/** Starts your app against a sandbox; resolves when it takes connections. */
export function startApp<Sandbox extends SandboxOfApp>(
  sandbox: Sandbox,
  { app, ...options }: AppOptions<Sandbox>,
): Promise<RunningApp> {
  return typeof app === 'function'
    ? startHandler((address) => app(sandbox, address))
    : startCommand(sandbox, app, options);
}
