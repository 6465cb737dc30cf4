import { expect, it } from 'vitest';
import { brokeOff, noAnswerMend } from '../../src/audit/no-answer.ts';
import { CutOff, SwitchedProtocols } from '../../src/net/exchange-errors.ts';

it.each([
  ['whose answer was cut off', new CutOff(200).message],
  ['whose page after a redirect was cut off', `${new CutOff(200).message} (after a redirect to /t)`],
  ['that switched protocols', new SwitchedProtocols().message],
])('an app %s is running', (_what, error) => {
  expect(noAnswerMend('return', error)).toBe(brokeOff);
  expect(noAnswerMend('callback', error)).toBe(brokeOff);
});
