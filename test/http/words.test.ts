import { describe, expect, test } from 'vitest';
import { words } from '../../src/pages/words/words.ts';

const arabicLetter = /\p{Script=Arabic}/u;
/** One number for each plural category of Arabic. */
const counts = [0, 1, 2, 5, 11, 100];
/** These take an attempt, not a count. */
const ofAttempts = /^dashboard\.verdicts\.details\./;
const counted = ([key]: readonly [string, string]) => !ofAttempts.test(key);
const arabic = new Map(entries(words.ar).filter(counted));
const english = new Map(entries(words.en).filter(counted));
/** The other language's name is written in that language. A share is a number and a text that it is given. */
const foreignOnPurpose = /^otherLanguage$|^dashboard\.weather\.share\(/;

describe('the words of the pages', () => {
  test('are the same keys in Arabic and English', () => {
    expect([...arabic.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('are never empty and have no space around them', () => {
    for (const [key, text] of [...arabic, ...english]) {
      expect(text, key).not.toBe('');
      expect(text, key).toBe(text.trim());
    }
  });

  test('are Arabic in Arabic', () => {
    const notArabic = [...arabic].filter(
      ([key, text]) => !foreignOnPurpose.test(key) && !arabicLetter.test(text),
    );
    expect(notArabic).toEqual([]);
  });

  test('are English in English', () => {
    const notEnglish = [...english].filter(
      ([key, text]) => !foreignOnPurpose.test(key) && arabicLetter.test(text),
    );
    expect(notEnglish).toEqual([]);
  });

  test.each([
    [1, 'ثانية واحدة', '1 sec'],
    [2, 'ثانيتان', '2 sec'],
    [10, '10 ثوانٍ', '10 sec'],
    [59, '59 ثانية', '59 sec'],
    [60, 'دقيقة واحدة', '1 min'],
    [61, 'دقيقتان', '2 min'],
    [180, '3 دقائق', '3 min'],
    [1800, '30 دقيقة', '30 min'],
    [100 * 60, '100 دقيقة', '100 min'],
    [103 * 60, '103 دقائق', '103 min'],
  ])('say a time of %i s as a native speaker does', (seconds, arabicTime, englishTime) => {
    expect([words.ar.time(seconds), words.en.time(seconds)]).toEqual([arabicTime, englishTime]);
  });

  test('put the dual after a preposition in the genitive', () => {
    const { time, validFor } = words.ar.steps.code;
    expect(`${validFor} ${time(120)}`).toBe('الرمز صالح لمدة دقيقتين');
    expect(`${validFor} ${time(2)}`).toBe('الرمز صالح لمدة ثانيتين');
  });

  test('count the tries that are left', () => {
    const left = [1, 2, 3, 11].map((tries) => [
      words.ar.steps.code.triesLeft(tries),
      words.en.steps.code.triesLeft(tries),
    ]);
    expect(left).toEqual([
      ['بقيت لك محاولة واحدة.', '1 try left.'],
      ['بقيت لك محاولتان.', '2 tries left.'],
      ['بقيت لك 3 محاولات.', '3 tries left.'],
      ['بقيت لك 11 محاولة.', '11 tries left.'],
    ]);
  });

  test('name the two currencies as a customer says them', () => {
    expect(words.ar.currency).toEqual({ LYD: 'د.ل', USD: 'دولار' });
    expect(words.en.currency).toEqual({ LYD: 'LYD', USD: 'USD' });
  });
});

function entries(branch: object, path = ''): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[path + key, value]];
    if (typeof value === 'object') return entries(value, `${path}${key}.`);
    return counts.map((count) => [`${path}${key}(${count})`, value(count)]);
  });
}
