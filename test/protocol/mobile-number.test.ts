import { describe, expect, it } from 'vitest';
import { latinDigits, normalMobileNumber } from '../../src/protocol/mobile-number.ts';

describe('A mobile number that people write in several ways is one phone', () => {
  it.each([
    '0912345678',
    '912345678',
    '+218912345678',
    '+2180912345678',
    '00218912345678',
    '218912345678',
    '091 234 56 78',
    '(091) 234-5678',
    '+218 (0)91-234 5678',
    '٠٩١٢٣٤٥٦٧٨',
    '۰۹۱۲۳۴۵۶۷۸',
    '+٢١٨٩١٢٣٤٥٦٧٨',
  ])('%s', (text) => {
    expect(normalMobileNumber(text)).toBe('0912345678');
  });

  it.each([
    '',
    '09',
    '091234567',
    '09123456789',
    '91234567',
    '0812345678',
    '+218812345678',
    '+219912345678',
    '0218912345678',
    '++218912345678',
    '218',
    '0912345678a',
    'x0912345678',
    '091.234.5678',
  ])('but %j is not a mobile number, and stays as it is', (text) => {
    expect(normalMobileNumber(text)).toBe(text);
  });
});

describe('Digits', () => {
  it('of Arabic and Persian are ASCII ones, one by one; everything else stays', () => {
    expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
    expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789');
    expect(latinDigits('a٣ ۴-9 ५')).toBe('a3 4-9 ५');
  });
});
