import { afterEach, expect } from 'vitest';
import { nonconformity } from './conformance.ts';

/**
 * Every answer of the two planes that a test fetches is held against the OpenAPI documents; so is every answer in process (`testSandbox`).
 */
const fetched = globalThis.fetch;
const wrong: string[] = [];

globalThis.fetch = async (input, init) => {
  const answer = await fetched(input, init);
  const isJson = answer.headers.get('content-type')?.includes('json');
  const url = answer.url;
  if (!isJson || !/\/(api|_sandbox)\//.test(url)) return answer;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const copy = answer.clone();
  const why = nonconformity({
    method,
    url,
    status: answer.status,
    headers: answer.headers,
    text: await copy.text(),
  });
  if (why !== undefined) wrong.push(why);
  return answer;
};

afterEach(() => {
  expect(wrong.splice(0), 'answers that the OpenAPI documents do not tell of').toEqual([]);
});
