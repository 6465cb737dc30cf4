import type { Language } from '../../protocol/vocabulary.ts';

interface Mistake {
  readonly name: string;
  readonly explanation: string;
}

/** A signature mistake in the reader's language. The English text comes from the API. */
export function mistakeWords(lang: Language, { name, explanation }: Mistake): Mistake {
  const translated = lang === 'ar' ? arabic[name] : undefined;
  return { name, explanation: translated ?? explanation };
}

/** By API name. A test finds mistakes without a translation. */
export const arabic: Readonly<Record<string, string>> = {
  'sorted-keys': 'رُتبت الحقول بحسب الاسم. وقّعها بترتيب وصولها.',
  'hashed-included': 'وُقّع الحقل `hashed` نفسه. استبعده من النص.',
  'not-encoded': 'وُقّعت القيم من دون ترميز. رمّز الأسماء والقيم أولًا كما تفعل `http_build_query`.',
  'space-as-percent-20':
    'رُمّزت المسافات إلى `%20` (كما في `encodeURIComponent` والمعيار `RFC 3986`). رمّز المسافة إلى `+`.',
  'values-only': 'وُقّعت القيم وحدها. وقّع أزواج `name=value` موصولة بالعلامة `&`.',
  'body-signed': 'وُقّع نص `JSON`. ابنِ من عناصره أزواج `name=value` ووقّعها.',
  'amount-reformatted': 'كُتب المبلغ من جديد. وقّع نصه كما وصل تمامًا.',
  'foreign-parameters': 'وُقّعت معاملات ليست من البوابة (من `return_url` أو من إطار العمل). استبعدها.',
  'no-gateway-parameters':
    'ليس فيه أي من معاملات البوابة. حالة الأحرف في الأسماء مهمة. لتوقيع حقول كما هي، اذكرها واحدًا واحدًا: `gateway-sandbox sign x=1 y=2`، أو `fields` في `API`.',
  'no-message':
    'في النص كلمة `hashed`، لكن لا يمكن قراءة رسالة من البوابة منه. ألصق الاستعلام أو النموذج أو جسم `JSON` وحده كما وصل.',
  'escaped-text':
    'تصح التجزئة فقط بعد إزالة محارف التهريب من النص المُعطى (من `HTML` أو الطرفية أو السجل). إذا كان تطبيقك يستلم الرسالة هكذا فهناك ما يضيف التهريب مرة زائدة.',
  'unclear-text':
    'لا تصح التجزئة لما قُرئ من النص المُعطى، لكن في النص أكثر من الرسالة. ألصق الاستعلام أو النموذج أو جسم `JSON` وحده كما وصل.',
  'own-parameters-only':
    'وُقّعت معاملات البوابة وحدها. الإعداد `signature.scope` قيمته `all`، فوقّع كل معامل وصل.',
  'fixed-order': 'أُخذت الحقول من قائمة لديك وبترتيبها. وقّعها بترتيب وصولها.',
  'sorted-text':
    'وُقّعت الحقول بترتيب البوابة، لكن ترتيبها في النص المُعطى مختلف. استخدم ما وصل كما هو: الدوال `fullUrl()` في `Laravel` و`getQueryString()` في `Symfony` و`Values.Encode()` في `Go` ترتب الاستعلام بحسب الاسم، وعمود `jsonb` يغيّر ترتيب جسم الطلب.',
  'payment-method-spelling': 'اسم الحقل `paymet_method`، وقد وُقّع باسم `payment_method`.',
  'html-escaped': 'حُوّلت محارف `HTML` (مثل `&amp;`) قبل التوقيع.',
  'wrong-key': 'النص صحيح والتجزئة خاطئة: حُسبت بمفتاح آخر أو بدالة أخرى.',
  unexplained: 'التجزئة المُعطاة خاطئة حتى للرسالة كما وصلت، ولا يؤدي إليها أي خطأ شائع.',
  'string-with-space': 'حول النص مسافات أو أسطر جديدة. وقّعه من دونها.',
  'other-layout': 'النص بصيغة أخرى غير التي يحددها الإعداد `signature.layout` لهذه البيئة التجريبية.',
  'wrong-secret': 'وُقّع بالمفتاح السري لحساب آخر.',
  'wrong-credential': 'وُقّع بمفتاح آخر من مفاتيح الحساب. المطلوب هو المفتاح السري.',
  'secret-with-space': 'في آخر المفتاح السري مسافة أو سطر جديد. احذفه.',
  'secret-decoded': 'فُكّ ترميز المفتاح السري من `hex` أو `base64`. المفتاح هو نصه كما هو.',
  'no-hmac': 'هذه تجزئة `SHA-256` عادية. استخدم `HMAC-SHA256` بالمفتاح السري.',
  'lower-case': 'التجزئة ليست بأحرف كبيرة. حوّل تجزئتك إلى أحرف كبيرة قبل المقارنة.',
  'surrounding-space': 'حول التجزئة مسافات أو أسطر جديدة. احذفها.',
};
