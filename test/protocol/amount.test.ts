import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsOf, judgeAmount } from '../../src/protocol/amount.ts';

const SANDBOX_MAXIMUM = 50_000;
const LIVE_MAXIMUM = 5_000_000;

describe('An amount has at most 32 characters where its worth is inside the limits', () => {
  it.each([
    ['1'.padStart(33, '0'), 'INVALID_AMOUNT_FORMAT'],
    [`${'0'.repeat(60_000)}1`, 'INVALID_AMOUNT_FORMAT'],
    ['0'.repeat(60_000), 'AMOUNT_NOT_ALLOWED'],
    ['1'.repeat(33), 'AMOUNT_EXCEEDED_MAXIMUM'],
    ['9'.repeat(400), 'AMOUNT_EXCEEDED_MAXIMUM'],
    [`${'0'.repeat(60_000)}501`, 'AMOUNT_EXCEEDED_MAXIMUM'],
    [`-${'9'.repeat(400)}`, 'AMOUNT_NOT_ALLOWED'],
  ])('%.40s is %s', (text, code) => {
    expect(judgeAmount(text, SANDBOX_MAXIMUM)).toEqual({ code });
  });
});

describe('An amount has the form XXX, XX.X or XX.XX', () => {
  it.each([
    ['1', 100],
    ['10.5', 1050],
    ['10.50', 1050],
    ['0.01', 1],
    ['0.1', 10],
    ['500', 50_000],
    ['500.00', 50_000],
    ['499.99', 49_999],
    ['007', 700],
    ['000000000000000000000001.50', 150],
    ['1'.padStart(32, '0'), 100],
  ])('%s is worth %i hundredths and is kept as it was sent', (text, hundredths) => {
    expect(judgeAmount(text, SANDBOX_MAXIMUM)).toEqual({ amount: { text, hundredths } });
  });

  it.each([
    ['4.35', 435],
    ['1.15', 115],
    ['8.41', 841],
    ['0.29', 29],
    ['64.10', 6410],
    ['262.35', 26_235],
  ])('%s, which a float would blur, is exactly %i hundredths', (text, hundredths) => {
    expect(judgeAmount(text, SANDBOX_MAXIMUM)).toEqual({ amount: { text, hundredths } });
  });

  it.each(
    [
      [
        '',
        '.',
        '-',
        '5.',
        '.5',
        '5..0',
        '5.0.0',
        '1.234',
        '500.001',
        '0.001',
        '-1.234',
        '-.5',
        '--5',
        '- 5',
        '-5.',
      ],
      ['+5', ' 5 ', '5 ', '\t5', '5\n', '\n5', '5\0', '1,000', '5,5', '1_000', "1'000", '5 LYD', '$5', '5%'],
      ['1e2', '1E2', '0x10', '0b1', '5n', 'NaN', 'Infinity', '-Infinity', 'null', 'five', '1/2'],
      ['٥٠', '５', '۵', '५', '5٫5', '5．5', '½', '−5', '²', '\uFEFF5', '5\u200B', '\ud800'],
    ].flat(),
  )('%j is INVALID_AMOUNT_FORMAT', (text) => {
    expect(judgeAmount(text, SANDBOX_MAXIMUM)).toEqual({ code: 'INVALID_AMOUNT_FORMAT' });
  });
});

describe('An amount must be greater than zero', () => {
  it.each(['0', '0.0', '0.00', '000', '-0', '-0.00', '-5', '-0.01', '-99999999'])(
    '%s is AMOUNT_NOT_ALLOWED',
    (text) => {
      expect(judgeAmount(text, SANDBOX_MAXIMUM)).toEqual({ code: 'AMOUNT_NOT_ALLOWED' });
    },
  );
});

describe('An amount above the maximum per transaction is AMOUNT_EXCEEDED_MAXIMUM', () => {
  it.each([
    ['500.01', SANDBOX_MAXIMUM],
    ['501', SANDBOX_MAXIMUM],
    ['50000.01', LIVE_MAXIMUM],
    ['9'.repeat(400), LIVE_MAXIMUM],
    ['9'.repeat(60_000), LIVE_MAXIMUM],
    ['90071992547409.92', Number.MAX_SAFE_INTEGER],
    ['90071992547409.93', Number.MAX_VALUE],
  ])('%.20s of at most %i hundredths', (text, maximum) => {
    expect(judgeAmount(text, maximum)).toEqual({ code: 'AMOUNT_EXCEEDED_MAXIMUM' });
  });

  it.each([
    ['500', SANDBOX_MAXIMUM, 50_000],
    ['50000', LIVE_MAXIMUM, 5_000_000],
    ['50000.00', LIVE_MAXIMUM, 5_000_000],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('%s is the maximum itself and is allowed', (text, maximum, hundredths) => {
    expect(judgeAmount(text, maximum)).toEqual({ amount: { text, hundredths } });
  });

  it('is judged after the form and after zero', () => {
    expect(judgeAmount('999999.999', SANDBOX_MAXIMUM)).toEqual({ code: 'INVALID_AMOUNT_FORMAT' });
    expect(judgeAmount('-999999', SANDBOX_MAXIMUM)).toEqual({ code: 'AMOUNT_NOT_ALLOWED' });
    expect(judgeAmount('0', 0)).toEqual({ code: 'AMOUNT_NOT_ALLOWED' });
  });
});

describe('Amounts are whole hundredths', () => {
  it('so every one that can be allowed is exact, with one decimal or two', () => {
    const hundredths = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(hundredths, (worth) => {
        const digits = String(worth).padStart(3, '0');
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(judgeAmount(text, Number.MAX_SAFE_INTEGER)).toEqual({ amount: { text, hundredths: worth } });
      }),
    );
  });

  it('and any other text gets one of the three codes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const verdict = judgeAmount(text, LIVE_MAXIMUM);
        expect('code' in verdict || /^\d+(\.\d\d?)?$/.test(verdict.amount.text)).toBe(true);
      }),
    );
  });
});

describe('A configured maximum', () => {
  it.each([
    ['500', 50_000],
    ['500.0', 50_000],
    ['500.00', 50_000],
    ['50000', 5_000_000],
    ['0.01', 1],
    ['0', 0],
  ])('%s is %i hundredths', (text, hundredths) => {
    expect(hundredthsOf(text)).toBe(hundredths);
  });

  it.each(['', '5.', '-5', '1e3', '1.234', '50 000', 'none', '9'.repeat(17)])('%j is refused', (text) => {
    expect(() => hundredthsOf(text)).toThrow(RangeError);
    expect(() => hundredthsOf(text)).toThrow(`"${text}" is not an amount`);
  });
});
