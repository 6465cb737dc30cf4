import { describe, expect, it } from 'vitest';
import { durationMs } from '../../src/protocol/duration.ts';

const centuryMs = 36_525 * 86_400_000;

describe('A duration', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['0s', 0],
    ['0.5ms', 1],
    ['0.4ms', 0],
    ['1500', 1500],
    [1500, 1500],
    [0, 0],
    [2.4, 2],
    ['28m30s', 1_710_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['1.5h30s', 5_430_000],
    ['36525d', centuryMs],
    [centuryMs, centuryMs],
  ])('%j is %i ms', (duration, ms) => {
    expect(durationMs(duration)).toBe(ms);
  });

  it.each([
    ...[
      '',
      's',
      '-1',
      '-1s',
      '+1s',
      '1w',
      '1 s',
      ' 1s',
      '1s ',
      '1.s',
      '.5s',
      '1e3',
      '1e3s',
      '10M',
      '1s1s',
      '30s28m',
      '1m 30s',
      '1m30',
      '٢s',
    ],
    ...['36526d', `${centuryMs + 1}`],
    ...[-1, centuryMs + 1, Number.NaN, Number.POSITIVE_INFINITY],
  ])('%j is not a duration', (duration) => {
    expect(durationMs(duration)).toBeUndefined();
  });

  it('is refused when its limit is not a duration', () => {
    expect(durationMs('1s', 'soon')).toBeUndefined();
  });
});
