import { afterEach, expect } from 'vitest';
import { wrongAnswers } from './watched-fetch.ts';

/**
 * Every answer of the two planes that a test fetches is held against the OpenAPI documents; so is every answer in process (`testSandbox`).
 */
afterEach(() => {
  expect(wrongAnswers.splice(0), 'answers that the OpenAPI documents do not tell of').toEqual([]);
});
