import type { Language } from '../../protocol/vocabulary.ts';

/** A field's rule in the reader's language. The English text comes from the API reference. */
export function ruleWords(lang: Language, { rule }: { readonly rule: string }): string {
  return (lang === 'ar' ? arabic[rule] : undefined) ?? rule;
}

/** By English text. A test finds rules without a translation. */
const arabic: Readonly<Record<string, string>> = {
  '09 or 9, and 8 digits': 'رقم يبدأ بـ 09 أو 9 تليه 8 أرقام',
  '091 or 093 and 7 digits': '091 أو 093 ثم 7 أرقام',
  '09 and 8 digits': '09 ثم 8 أرقام',
  'at most two decimal places': 'بمنزلتين عشريتين على الأكثر',
  'returned by verify': 'القيمة التي أرجعها `verify`',
  '4 digits': '4 أرقام',
  'the code sent to the phone': 'الرمز المرسل إلى الهاتف',
  'an IPv4 or IPv6 address': 'عنوان `IPv4` أو `IPv6`',
  '1 to 255 characters, unique, never used before': 'من 1 إلى 255 محرفًا، فريد ولم يُستخدم من قبل',
  'an absolute http or https URL': 'عنوان URL كامل يبدأ بـ `http` أو `https`',
  'an absolute http or https URL, publicly accessible on the live service':
    'عنوان URL كامل يبدأ بـ `http` أو `https`، ويمكن الوصول إليه من الإنترنت في الخدمة الفعلية',
  'an email address of at most 254 characters': 'عنوان بريد إلكتروني لا يزيد على 254 محرفًا',
  '`ar` or `en`': '`ar` أو `en`',
};
