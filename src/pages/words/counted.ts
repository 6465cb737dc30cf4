import type { Language } from '../../protocol/vocabulary.ts';

/** A noun in the plural forms of its language. `#` stands for the number. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Created when first used: loading a language's data takes a tenth of a start, and megabytes. */
const pluralRules: Partial<Record<Language, Intl.PluralRules>> = {};

/** Formats a number with its noun, by the language's plural rules. */
export function counted(lang: Language, forms: Forms): (count: number) => string {
  const said: string[] = [];
  const say = (count: number) => {
    pluralRules[lang] ??= new Intl.PluralRules(lang);
    return (forms[pluralRules[lang].select(count)] ?? forms.other).replace('#', String(count));
  };
  return (count) => {
    if (!Number.isInteger(count) || count < 0 || count > mostKept) return say(count);
    said[count] ??= say(count);
    return said[count];
  };
}

/**
 * Texts for numbers up to this one are cached: plural rules take longer than the rest of a code in the inbox.
 */
const mostKept = 99;

/** Formats seconds. From one minute on, formats minutes, rounded up. */
export function duration(
  lang: Language,
  forms: { readonly minutes: Forms; readonly seconds: Forms },
): (seconds: number) => string {
  const minutes = counted(lang, forms.minutes);
  const seconds = counted(lang, forms.seconds);
  return (left) => (left < 60 ? seconds(left) : minutes(Math.ceil(left / 60)));
}
