import type { TestSandbox } from './sandbox.ts';

/**
 * Stores another attempt of callback 1, answered with `body` this many seconds after the sandbox's time. Call
 * it inside a commit.
 */
export function storedAttempt(
  { runtime: { store, clock } }: TestSandbox,
  second: number,
  body: Buffer,
): void {
  const at = clock.now() + second * 1000;
  const request = {
    callbackId: 1,
    at,
    url: 'http://127.0.0.1:9/',
    request: '',
    genuine: false,
    forgery: null,
  };
  const number = store.callbacks.beginAttempt(request);
  const end = {
    durationMs: 1,
    answerStatus: 500,
    answerHeaders: '[["X-A","b"]]',
    answerBody: body,
    error: null,
  };
  store.callbacks.endAttempt(1, number, end);
}
