/** A noun in the plural forms of its language. `#` stands for the number. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Formats a number with its noun, by the language's plural rules. */
export function counted(lang: 'ar' | 'en', forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(lang);
  const said: string[] = [];
  const say = (count: number) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
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
  lang: 'ar' | 'en',
  forms: { readonly minutes: Forms; readonly seconds: Forms },
): (seconds: number) => string {
  const minutes = counted(lang, forms.minutes);
  const seconds = counted(lang, forms.seconds);
  return (left) => (left < 60 ? seconds(left) : minutes(Math.ceil(left / 60)));
}
