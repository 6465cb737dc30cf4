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

/** Numbers up to this one are put into words once: the rules take longer than the rest of a code on the phone's page. */
const mostKept = 99;

/** Puts seconds into words: as minutes, rounded up, from one minute on. */
export function duration(
  lang: 'ar' | 'en',
  forms: { readonly minutes: Forms; readonly seconds: Forms },
): (seconds: number) => string {
  const minutes = counted(lang, forms.minutes);
  const seconds = counted(lang, forms.seconds);
  return (left) => (left < 60 ? seconds(left) : minutes(Math.ceil(left / 60)));
}
