import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { Answer } from '../support/sandbox.ts';
import { triesAll } from '../support/spread.ts';
import { failAt, stateOf } from './failing-statements.ts';
import { type Operation, operations } from './operations.ts';

const settings = { callback: { hold: true } };

/** `npm run test:all` makes every statement fail. `npm test` skips some, other ones for each operation. */
const step = triesAll ? 1 : 4;
const storageFailed = {
  code: 'STORAGE_FAILED',
  message: 'The data in memory cannot be read or written: disk I/O error.',
};

/**
 * The control API reports it in its own format. Pages use words: testers see the reason, customers only that
 * it failed.
 */
function expectStorageFailed({ json, text }: Answer, where: string): void {
  if (json) expect(json.error, where).toEqual(storageFailed);
  else expect(text, where).toMatch(/disk I\/O error|لا يمكن حفظ أي شيء الآن/);
}

/** The stored state after the operation without failures. */
async function doneState({ ready, ask, status }: Operation): Promise<string> {
  const sandbox = await freshSandbox({ settings });
  await ready(sandbox);
  expect((await ask(sandbox)).status).toBe(status);
  return stateOf(sandbox);
}

/** Makes statement number `nth` fail. False if the operation needs fewer statements. */
async function survives(operation: Operation, nth: number, lasting: boolean, done: string): Promise<boolean> {
  const { ready, ask, status } = operation;
  const sandbox = await freshSandbox({ settings });
  await ready(sandbox);
  const before = stateOf(sandbox);
  const failing = failAt(sandbox, nth, lasting);
  const answer = await ask(sandbox);
  failing.end();
  // What could not be rolled back is discarded before the next commit.
  await sandbox.runtime.store.commit(() => undefined);
  if (!failing.reached()) return false;

  const where = `${operation.name}, statement ${nth}`;
  expect(sandboxBreaches(sandbox), where).toEqual([]);
  const after = stateOf(sandbox);
  expect([before, done], where).toContain(after);
  if (answer.status !== status) expect([400, 503], where).toContain(answer.status);
  if (answer.status === 400 && status !== 400) expect(answer.json.error.code, where).toBe('BACKEND_ERROR');
  if (answer.status === 503) expectStorageFailed(answer, where);
  if (answer.status === status && status !== 400) expect(after, where).toBe(done);

  const again = await ask(sandbox);
  if (after === before) expect(again.status, where).toBe(status);
  expect(again.json?.error?.code, where).not.toBe('BACKEND_ERROR');
  expect(again.status, where).not.toBe(503);
  expect(sandboxBreaches(sandbox), where).toEqual([]);
  return true;
}

describe('P1: a database call that fails, whichever it is', () => {
  describe.each([
    ['fails once', false],
    ['fails with all after it until the answer', true],
  ])('%s', (_how, lasting) => {
    it.each(operations.map((operation) => [operation.name, operation] as const))(
      '%s: it is done whole or not at all, the answer is a planned one, and the next call works',
      async (_name, operation) => {
        const done = await doneState(operation);
        let nth = 1 + ((operations.indexOf(operation) + (lasting ? 2 : 0)) % step);
        while (await survives(operation, nth, lasting, done)) nth += step;
        expect(nth).toBeGreaterThan(5);
      },
      180_000,
    );
  });
});
