import { it } from 'vitest';
import { pastedAs } from '../../src/protocol/pasted.ts';
import { isAlone, readingsIn, unescaped } from '../../src/protocol/text-readings.ts';
import { expectLinear, timed } from './growth.ts';

it.each([
  '{"a":1,',
  '{"a":"',
  '{":"',
  '{ ',
  '{\\"',
  '&amp;',
  '\\&',
  '^"',
  'hashed',
  "hashed'   ",
  'gateway\n',
  '\n',
])('something pasted of many %j', (unit) => {
  for (const text of [
    (length: number) => unit.repeat(length),
    (length: number) => `x{"a":"${unit.repeat(length)}`,
  ])
    expectLinear(unit, (length) =>
      timed(
        (pasted) => [pastedAs(pasted), readingsIn(pasted), readingsIn(unescaped(pasted)), isAlone(pasted)],
        text(length / unit.length),
      ),
    );
});
