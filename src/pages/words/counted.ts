/** A noun in the plural forms of its language. `#` stands for the number. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Formats a number with its noun, by the language's plural rules. */
export function counted(lang: 'ar' | 'en', forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(lang);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
}

/** Formats seconds. From one minute on, as minutes, rounded up. */
export function duration(
  lang: 'ar' | 'en',
  forms: { readonly minutes: Forms; readonly seconds: Forms },
): (seconds: number) => string {
  const minutes = counted(lang, forms.minutes);
  const seconds = counted(lang, forms.seconds);
  return (left) => (left < 60 ? seconds(left) : minutes(Math.ceil(left / 60)));
}
