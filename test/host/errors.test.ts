import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { errorCode, errorMessage, errorOfThisRealm, isError } from '../../src/host/errors.ts';
import { ownErrors } from '../../src/http/own-errors.ts';

/** Like Node's errors inside Jest: not an `instanceof Error` in the test's realm. */
const foreign: unknown = runInNewContext(
  'class SqliteError extends Error {}; Object.assign(new SqliteError("disk full"), { code: "SQLITE_FULL" })',
);

describe('An error of another realm', () => {
  it('is an error, with its message and code', () => {
    expect(foreign instanceof Error).toBe(false);
    expect([isError(foreign), errorMessage(foreign), errorCode(foreign)]).toEqual([
      true,
      'disk full',
      'SQLITE_FULL',
    ]);
  });

  it('becomes the cause of one of this realm, and an error of this realm stays as it is', () => {
    expect(errorOfThisRealm(foreign)).toMatchObject({ message: 'disk full', cause: foreign });
    const own = new Error('own');
    expect(errorOfThisRealm(own)).toBe(own);
  });

  it('reaches onError of a Hono app', async () => {
    const app = new Hono().use(ownErrors).get('/', () => {
      throw foreign;
    });
    app.onError(({ message }, c) => c.text(message, 503));
    const answer = await app.request('/');
    expect([answer.status, await answer.text()]).toEqual([503, 'disk full']);
  });
});

it.each([undefined, null, 'text', { message: 'm', code: 'C' }])('%j is no error', (value) => {
  expect([isError(value), errorMessage(value), errorCode(value)]).toEqual([false, String(value), '']);
});
