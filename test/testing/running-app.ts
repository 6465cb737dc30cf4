import { onTestFinished } from 'vitest';
import { copyMessages } from '../../src/host/tell.ts';
import type { StartOptions } from '../../src/index.ts';
import { startApp } from '../../src/testing/app.ts';
import type { AppOptions } from '../../src/testing/app-options.ts';
import { started } from '../support/started.ts';

/** An app beside a sandbox. Both are stopped after the test. */
export async function running(options: AppOptions, start: StartOptions = {}) {
  const sandbox = await started(start);
  const app = await startApp(sandbox, options);
  onTestFinished(() => app.stop());
  return { sandbox, app };
}

export async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** What users are told on stderr during the test. */
export function toldOnStderr(): readonly string[] {
  const told: string[] = [];
  copyMessages((text) => told.push(text));
  onTestFinished(() => copyMessages(() => undefined));
  return told;
}
