import { nonconformity } from './conformance.ts';

/** Why answers fetched since the last check do not match the OpenAPI documents. */
export const wrongAnswers: string[] = [];

// Once for all files that share a worker. The setup file would run it for each of them.
const fetched = globalThis.fetch;

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
  if (why !== undefined) wrongAnswers.push(why);
  return answer;
};
