import type { signatureEnglish } from '../en/signature.ts';

export const signatureArabic: typeof signatureEnglish = {
  intro: 'الصق ما وصل، أو ما بناه تطبيقك. تُجرَّب الأخطاء الشائعة حتى يعطي أحدها تجزئتك.',
  whatToCheck: 'ما الذي يُفحص؟',
  pasted: 'ما وصل',
  pastedHint: 'عنوان URL، أو نص استعلام، أو متن JSON، أو طلب HTTP كامل بترويساته.',
  hashed: 'التجزئة التي حسبها تطبيقك',
  hashedHint: 'اختياري. القيمة الافتراضية هي \u2068hashed\u2069 الواردة.',
  built: 'النص الذي بناه تطبيقك',
  builtHint: 'اختياري. النص الذي حُسبت منه قيمة HMAC، وتبيّن الصفحة أول اختلاف فيه.',
  account: 'الحساب',
  secret: 'مفتاح سري آخر',
  secretHint: 'اختياري. بدل مفتاح الحساب.',
  check: 'فحص',
  nothing: 'لا شيء للفحص. الصق ما وصل، أو النص الذي بناه تطبيقك',
  right: 'التجزئة صحيحة.',
  stringWrong: 'التجزئة الواردة صحيحة، والنص الذي بنيته خاطئ.',
  textSorted: 'النص الذي لصقته ليس كما وصل.',
  unexplained: 'التجزئة خاطئة، ولا يفسّرها خطأ شائع.',
  wrong: 'التجزئة خاطئة.',
  nothingSigned: 'لا شيء للتوقيع.',
  empty: '(فارغ)',
  yourStringWrong: 'النص الذي بنيته خاطئ.',
  computed: 'هذا هو النص الصحيح وتجزئته.',
  yourStringRight: 'النص الذي بنيته صحيح.',
  firstDifference: 'أول اختلاف',
  difference: (position, field) =>
    field === undefined
      ? `أول اختلاف عند المحرف ${position}.`
      : `أول اختلاف عند المحرف ${position} (الحقل \`${field}\`).`,
  rightOne: 'الصحيح',
  yours: 'نصّك',
  endsHere: 'ينتهي هنا',
  toSign: 'النص الذي يُوقَّع',
  theString: 'النص',
  rightHash: 'التجزئة الصحيحة',
  theHash: 'التجزئة الصحيحة',
};
