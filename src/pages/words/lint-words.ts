import type { Language } from '../../protocol/vocabulary.ts';

/** A production warning in the reader's language. The English text is stored with the request. */
export function lintWords(lang: Language, warning: string): string {
  if (lang === 'en') return warning;
  const [, field, note = warning] = /^(\w+): (.*)$/s.exec(warning) ?? [];
  const translated = arabic[note] ?? arabicDelay(note);
  if (translated === undefined) return warning;
  return field === undefined ? translated : `\`${field}\`: ${translated}`;
}

/** By English text. A test finds warnings without a translation. */
const arabic: Readonly<Record<string, string>> = {
  'a browser asked for permission (CORS): access tokens do not belong in browsers, call from the server':
    'طلب متصفح الإذن (`CORS`). لا مكان لرموز الوصول في المتصفح، فأرسل الطلبات من الخادم.',
  'the live service accepts HTTPS only': 'لا تقبل الخدمة الفعلية إلا `HTTPS`.',
  'the IP whitelist is recommended for live': 'يُنصح بتفعيل القائمة البيضاء لعناوين `IP` في الخدمة الفعلية.',
  'clients differ in how they encode an invoice_no outside A-Z a-z 0-9 . _ - when they verify `hashed`':
    'فيه محارف غير `A-Z a-z 0-9 . _ -`، وتختلف المكتبات في ترميزها عند التحقق من `hashed`.',
  'the live service refuses a callback_url with a private or local address':
    'ترفض الخدمة الفعلية العنوان المحلي أو الخاص.',
  'X-Sandbox-Fault names no error code that is known': 'لا يحمل `X-Sandbox-Fault` كود خطأ معروفًا.',
};

function arabicDelay(note: string): string | undefined {
  const [, most] = /^X-Sandbox-Delay is not a duration of at most (.+)$/.exec(note) ?? [];
  return most && `قيمة \`X-Sandbox-Delay\` ليست مدة، أو تزيد على \`${most}\`.`;
}
