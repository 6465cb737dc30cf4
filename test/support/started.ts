import { onTestFinished } from 'vitest';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../src/index.ts';

/** A listening sandbox, started like users start it. Stopped after the test. */
export async function started(options: StartOptions = {}): Promise<StartedSandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}
