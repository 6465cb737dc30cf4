/** A noun in the plural categories of its language; `#` is the number. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Puts a number and its noun into words, by the plural rules of the language. */
export function counted(lang: 'ar' | 'en', forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(lang);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
}

/** Puts seconds into words: as minutes, rounded up, from one minute on. */
export function duration(
  lang: 'ar' | 'en',
  forms: { readonly minutes: Forms; readonly seconds: Forms },
): (seconds: number) => string {
  const minutes = counted(lang, forms.minutes);
  const seconds = counted(lang, forms.seconds);
  return (left) => (left < 60 ? seconds(left) : minutes(Math.ceil(left / 60)));
}
