import { expect, it } from 'vitest';
import { refusalOf } from '../../src/audit/answer-words.ts';
import { firstLine } from '../../src/cli/answered.ts';
import { answerOf } from '../../src/compatibility/ask-app.ts';
import { beginning } from '../../src/host/beginning.ts';

it.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab😀😀', 5, 'ab😀'],
])('the beginning of %j with at most %d characters is %j', (text, longest, expected) => {
  expect(beginning(text, longest)).toBe(expected);
});

it.each([117, 118, 119, 120])(
  'a quoted answer of your app never ends in half an emoji: after %d',
  (count) => {
    const body = `${'x'.repeat(count)}😀😀`;
    const answer = { status: 500, error: null, location: null, headers: [], body, durationMs: 1 };
    const step = { what: 'callback', method: 'POST', url: 'http://shop.test/', answer } as const;
    const { reason } = refusalOf({ ...step, atMs: 0, isForged: false }, {});
    const delivered = { status: 500, headers: [], body: Buffer.from(body), durationMs: 1 };
    for (const quote of [reason, answerOf('POST', delivered).words, JSON.stringify(firstLine(body))]) {
      // As JSON writes half of one.
      expect(quote).not.toContain('\\ud83d');
      expect(quote).toContain('x'.repeat(117));
    }
  },
);
