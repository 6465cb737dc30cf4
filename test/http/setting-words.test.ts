import { describe, expect, test } from 'vitest';
import { gateways } from '../../src/gateways/index.ts';
import { arabic } from '../../src/pages/words/mistake-words.ts';
import { ruleWords } from '../../src/pages/words/rule-words.ts';
import { assumptionWords, settingWords } from '../../src/pages/words/settings/setting-words.ts';
import { settingTitlesEnglish } from '../../src/pages/words/settings/titles-en.ts';
import { knownMistakes } from '../../src/protocol/signature-mistakes.ts';
import { scopeMistakes } from '../../src/protocol/signed-fields.ts';
import { fixedAssumptions } from '../../src/settings/fixed-assumptions.ts';
import { settingEntries } from '../../src/settings/settings.ts';

const arabicLetter = /\p{Script=Arabic}/u;

describe('The words of a setting', () => {
  test('are there for every setting, and for no other', () => {
    const names = settingEntries.map(([name]) => name);
    expect(Object.keys(settingTitlesEnglish).toSorted()).toEqual(names.toSorted());
  });

  test.each(settingEntries)('%s has a title and a reason in both languages', (name, setting) => {
    const [english, arabic] = (['en', 'ar'] as const).map((lang) => settingWords(lang, { name, ...setting }));
    expect(english?.title).toMatch(/^[A-Z]/);
    expect(english?.reason).toBe(setting.reason);
    expect(arabic?.title).toMatch(arabicLetter);
    expect(arabic?.reason).toMatch(arabicLetter);
    expect(arabic?.clients === undefined).toBe(setting.clients === undefined);
  });
});

test.each(fixedAssumptions.map((each) => [each.id, each] as const))(
  'The assumption %s is told in Arabic',
  (_, each) => {
    const arabic = assumptionWords('ar', each);
    expect(`${arabic.question} ${arabic.reason}`).not.toContain(each.reason);
    expect(assumptionWords('en', each)).toMatchObject({ question: each.question, reason: each.reason });
  },
);

test('The rule of every field is told in Arabic', () => {
  const rules = Object.values(gateways).flatMap((gateway) => [
    ...('verifyFields' in gateway ? gateway.verifyFields : []),
    ...gateway.confirmFields,
  ]);
  const english = rules.filter(({ rule }) => rule !== '`ar` or `en`' && ruleWords('ar', { rule }) === rule);
  expect(english.map(({ rule }) => rule)).toEqual([]);
});

test('Every mistake of a signature is explained in Arabic', () => {
  const mistakes = [...knownMistakes, ...Object.values(scopeMistakes)];
  const names = mistakes.map(({ name }) => name).filter((name) => arabic[name] === undefined);
  expect(names).toEqual([]);
});
