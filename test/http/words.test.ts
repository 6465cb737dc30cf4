import { describe, expect, test } from 'vitest';
import { words } from '../../src/pages/words/words.ts';

const arabicLetter = /\p{Script=Arabic}/u;
const arabic = new Map(entries(words.ar));
const english = new Map(entries(words.en));
/** The name of the other language is written in that language; codes are the same everywhere. */
const foreignOnPurpose = ['otherLanguage'];

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
      ([key, text]) => !foreignOnPurpose.includes(key) && !arabicLetter.test(text),
    );
    expect(notArabic).toEqual([]);
  });

  test('are English in English', () => {
    const notEnglish = [...english].filter(
      ([key, text]) => !foreignOnPurpose.includes(key) && arabicLetter.test(text),
    );
    expect(notEnglish).toEqual([]);
  });

  test('name the two currencies as a customer says them', () => {
    expect(words.ar.currency).toEqual({ LYD: 'دينار ليبي', USD: 'دولار أمريكي' });
    expect(words.en.currency).toEqual({ LYD: 'LYD', USD: 'USD' });
  });
});

function entries(branch: object, path = ''): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : entries(value, `${path}${key}.`),
  );
}
