import { afterAll, beforeAll } from 'vitest';
import { filled } from './routes.ts';
import { type TestOptions, type TestSandbox, testSandbox } from './sandbox.ts';

/** One sandbox for tests that do not depend on each other's effects, initially with one of everything. */
export function sharedSandbox(options: TestOptions = {}): () => TestSandbox {
  let sandbox: TestSandbox | undefined;
  beforeAll(async () => {
    sandbox = await testSandbox(options);
    await filled(sandbox, options.token);
  });
  afterAll(() => sandbox?.stop());
  return () => {
    if (!sandbox) throw new Error('The sandbox was asked for before the tests began.');
    return sandbox;
  };
}
