import { afterAll, beforeAll } from 'vitest';
import { filled } from './routes.ts';
import { type TestOptions, type TestSandbox, testSandbox } from './sandbox.ts';

/** One sandbox for the tests of a `describe` that only read it or are refused, with something of every kind in it. */
export function sharedSandbox(options: TestOptions = {}): () => TestSandbox {
  let sandbox: TestSandbox | undefined;
  beforeAll(async () => {
    sandbox = await testSandbox(options);
    await filled(sandbox);
  });
  afterAll(() => sandbox?.stop());
  return () => {
    if (!sandbox) throw new Error('The sandbox was asked for before the tests began.');
    return sandbox;
  };
}
