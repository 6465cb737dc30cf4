import { describe, expect, it } from 'vitest';
import { logLines } from '../../src/cli/log-lines.ts';
import { shortened, textWidth } from '../../src/cli/text-width.ts';
import type { LogEntry } from '../../src/client/contract.ts';
import { call, callback, failed, page, refused, reset, stranger } from '../support/log-entries.ts';

const url = 'http://127.0.0.1:4700';
const shown = (entry: LogEntry, width: number) => logLines(entry, { width, hasColor: false, url });

describe('A long line of the log', () => {
  const long = 'INV-1001-of-a-shop-that-makes-up-very-long-numbers-2026';
  const entries: readonly LogEntry[] = [
    { ...refused, invoice_no: long },
    { ...stranger, endpoint: null, path: `/${long.repeat(9)}` },
    { ...refused, code: 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR' },
    { ...page, invoice_no: long, reason: long },
    { ...callback, url: `https://${long}/${long}`, invoice_no: long },
    { ...failed, answer: long.repeat(9), tampered: 'lower-case-hash' },
    { ...reset, message: long.repeat(9) },
  ];

  it('is shortened, the longest values first, and never wraps', () => {
    expect(shown({ ...refused, invoice_no: long }, 80)[0]).toBe(
      '14:03:22  422   1.2 ms  localbankcards/confirm  INV-1001-of-a-s…  INVALID_INPUTS',
    );
    for (let width = 30; width <= 200; width += 1) {
      const lines = entries.flatMap((each) => shown(each, width));
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
    }
  });

  it('keeps the whole reason, on as many lines as it needs, and the code', () => {
    const reason =
      'birth_year is the year of birth, four digits from 1900 · callback_url is an address of your own server';
    const code = 'INVALID_INVOICE_AMOUNT_OR_NUMBER';
    expect(
      shown({ ...refused, invoice_no: long, code, reason: `Some fields are wrong. · ${reason}` }, 80),
    ).toEqual([
      '14:03:22  422   1.2 ms  localbankcards/confirm  INV-100…  INVALID_INVOICE_AMOUN…',
      '          birth_year is the year of birth, four digits from 1900 · callback_url',
      '          is an address of your own server',
      '          http://127.0.0.1:4700/_sandbox/requests/12',
    ]);
    for (let width = 40; width <= 200; width += 1) {
      const [, ...details] = shown({ ...refused, reason: `Some fields are wrong. · ${reason}` }, width);
      expect(details.map((line) => line.trim()).join(' ')).toContain(reason);
    }
  });

  it('is cut after four lines, also without a space to break at', () => {
    const error = 'x'.repeat(300);
    const lines = shown({ ...failed, error }, 60).filter((line) => /^ +x/.test(line));
    expect(lines.map((line) => line.trim().length)).toEqual([50, 50, 50, 50]);
    expect(lines.at(-1)).toMatch(/x…$/);
    expect(shown({ ...reset, message: error }, 80).map((line) => line.slice(24).length)).toEqual([
      56, 56, 56, 56,
    ]);
  });

  it('counts the columns of letters from everywhere', () => {
    expect(textWidth('فاتورة ٧')).toBe(8);
    expect(textWidth('発票1')).toBe(5);
    expect(textWidth('e\u0301\u200b')).toBe(1);
    expect(shortened('発票発票', 6)).toBe('発票…');
    for (let width = 30; width <= 100; width += 1) {
      const lines = shown({ ...refused, invoice_no: '発票'.repeat(40) }, width);
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
    }
  });
});

describe('What strangers send', () => {
  it('never reaches the terminal as a command', () => {
    const evil = '\u001b[2J\u009b1m\u202e\r\nevil\u0007';
    const entries: readonly LogEntry[] = [
      { ...stranger, path: evil, method: evil, endpoint: null, code: evil, reason: evil, invoice_no: evil },
      { ...call, fault: evil, mobile_number: evil, endpoint: evil },
      { ...failed, answer: evil, url: evil, invoice_no: evil, tampered: evil },
      { ...page, reason: evil, payment_method: evil, amount: evil },
      { ...reset, message: evil },
    ];
    for (const width of [40, 80, Number.POSITIVE_INFINITY]) {
      const lines = entries.flatMap((each) => shown(each, width));
      expect(lines.join('')).toContain('evil');
      expect(lines.filter((line) => /[\p{Cc}\p{Bidi_Control}]/u.test(line))).toEqual([]);
    }
  });
});
