import { afterEach, expect } from 'vitest';
import { wrongAnswers } from './watched-fetch.ts';

/**
 * Checks every answer of both APIs that a test fetches against the OpenAPI documents. `testSandbox` does the
 * same for answers in process.
 */
afterEach(() => {
  expect(wrongAnswers.splice(0), 'answers that the OpenAPI documents do not tell of').toEqual([]);
});
