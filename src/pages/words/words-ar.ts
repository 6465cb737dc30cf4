import { duration } from './counted.ts';
import { dateAndTime } from './dates.ts';
import { dashboardArabic } from './words-dashboard-ar.ts';
import type { english } from './words-en.ts';
import { legalArabic } from './words-legal-ar.ts';
import { phoneArabic } from './words-phone-ar.ts';
import { stepsArabic } from './words-steps-ar.ts';
import { testerArabic } from './words-tester-ar.ts';

export const arabic: typeof english = {
  sandbox: 'بيئة تجريبية',
  sandboxDetail: 'لن يُخصم أي مبلغ حقيقي.',
  modes: { live: 'الوضع الفعلي', test: 'وضع الاختبار' },
  otherLanguage: 'English',
  chooseLanguage: 'اللغة',
  currency: { LYD: 'د.ل', USD: 'دولار' },

  summary: 'ملخص الدفع',
  sums: {
    open: 'المبلغ المطلوب',
    paid: 'المبلغ المدفوع',
    canceled: 'المبلغ',
    declined: 'المبلغ',
    expired: 'المبلغ',
  },
  merchant: 'المتجر',
  amount: 'المبلغ',
  invoice: 'رقم الفاتورة',
  timeLeft: 'الوقت المتبقي',
  time: duration('ar', {
    minutes: { one: 'دقيقة واحدة', two: 'دقيقتان', few: '# دقائق', other: '# دقيقة' },
    seconds: { one: 'ثانية واحدة', two: 'ثانيتان', few: '# ثوانٍ', other: '# ثانية' },
  }),
  bankCard: 'بطاقة مصرفية',
  reference: 'رقم العملية',
  endedAt: 'التاريخ والوقت',
  dateAndTime: dateAndTime('ar-LY-u-nu-latn-hc-h23', { dateStyle: 'long', timeStyle: 'short' }),
  keepReference: 'احتفظ برقم العملية للاستفسار عنها.',

  kinds: {
    'local-card': 'الدفع بالبطاقة المصرفية المحلية',
    card: 'الدفع بالبطاقة',
    methods: 'اختر وسيلة الدفع',
  },
  kindNotes: {
    'local-card': 'سيصلك رمز تحقق على هاتفك في الخطوة التالية.',
    card: 'يُخصم المبلغ بالدولار الأمريكي، وقد يطلب مصرفك تأكيد العملية.',
  },

  number: 'رقم البطاقة',
  expiry: 'تاريخ الانتهاء',
  cvc: 'رمز الأمان',
  holder: 'الاسم كما هو مكتوب على البطاقة',
  method: 'وسيلة الدفع',
  pay: 'ادفع',
  cancel: 'الإلغاء والرجوع إلى المتجر',
  paying: 'جارٍ تنفيذ العملية…',
  fixErrors: 'راجع الحقول المعلَّمة.',

  errors: {
    numberMissing: 'أدخل رقم البطاقة.',
    numberUnknown: 'تُقبل هنا بطاقات الاختبار فقط. لا تُدخل بطاقة حقيقية.',
    numberInvalid: 'رقم البطاقة غير مكتمل.',
    expiryMissing: 'أدخل تاريخ الانتهاء: الشهر ثم السنة، مثل 09/30.',
    expiryInvalid: 'أدخل تاريخ الانتهاء: الشهر ثم السنة، مثل 09/30.',
    expiryPast: 'انتهت صلاحية هذه البطاقة.',
    cvcMissing: 'أدخل رمز الأمان.',
    cvcInvalid: 'يتكون رمز الأمان من 3 أو 4 أرقام.',
    holderMissing: 'أدخل الاسم كما هو مكتوب على البطاقة.',
    methodMissing: 'اختر وسيلة الدفع.',
    optionInvalid: 'هذا الخيار غير صالح.',
    delayInvalid: 'أدخل مدة مثل 5s أو 250ms أو 2m، بحد أقصى 24h.',
    copiesInvalid: 'أدخل رقمًا من 1 إلى 5.',
  },

  declinedHeading: 'لم تتم عملية الدفع',
  tryAgain: 'لم يُخصم أي مبلغ، ويمكنك المحاولة مرة أخرى.',
  reasons: {
    declined: 'رفض المصرف عملية الدفع.',
    insufficient_funds: 'رصيد الحساب غير كافٍ.',
    expired_card: 'انتهت صلاحية البطاقة.',
    incorrect_cvc: 'رمز الأمان غير صحيح.',
    wrong_code: 'رمز التحقق غير صحيح.',
    limit_exceeded: 'المبلغ أعلى من السقف المسموح به لهذه البطاقة.',
    authentication_failed: 'تعذّر على المصرف التحقق من أنك صاحب البطاقة.',
    processing_error: 'حدث خطأ مؤقت أوقف عملية الدفع.',
    failed: 'فشلت عملية الدفع.',
  },

  testCards: 'بطاقات الاختبار',
  testCardsHint: 'اختر بطاقة لتعبئة النموذج.',
  cards: {
    approve: 'عملية ناجحة',
    decline: 'عملية مرفوضة',
    insufficient: 'رصيد غير كافٍ',
    expired: 'بطاقة منتهية الصلاحية',
    challenge: 'تحقق إضافي \u2066(3-D Secure)\u2069',
    failsOnce: 'تفشل مرة ثم تنجح',
  },
  methodName: 'الوسيلة',
  methodKinds: {
    wallet: {
      note: 'برمز تحقق يصلك في رسالة قصيرة',
      names: [
        { name: 'محفظة إلكترونية', note: 'تدفع من رصيد محفظتك' },
        { name: 'تحويل مصرفي فوري', note: 'من حسابك مباشرة' },
        { name: 'تطبيق المصرف', note: 'تأكيد برقم هاتفك' },
        { name: 'الدفع برمز QR', note: 'تأكيد برقم هاتفك' },
        { name: 'وكيل دفع', note: 'تأكيد برقم هاتفك' },
      ],
    },
    card: {
      note: 'رقم البطاقة وتاريخ الانتهاء',
      names: [
        { name: 'بطاقة مصرفية', note: 'رقم البطاقة وتاريخ الانتهاء' },
        { name: 'بطاقة مسبقة الدفع', note: 'تدفع من رصيد البطاقة' },
        { name: 'بطاقة شركات', note: 'لحسابات الشركات' },
        { name: 'بطاقة ادخار', note: 'من حساب الادخار' },
        { name: 'بطاقة هدايا', note: 'تدفع من رصيد البطاقة' },
      ],
    },
  },
  legal: legalArabic,

  steps: stepsArabic,
  phone: phoneArabic,

  ...testerArabic,
  ...dashboardArabic,

  results: {
    paid: { heading: 'تمت عملية الدفع بنجاح', text: 'شكرًا لك، قُبلت عملية الدفع.' },
    canceled: { heading: 'أُلغيت عملية الدفع', text: 'لم يُخصم أي مبلغ.' },
    declined: { heading: 'رُفضت عملية الدفع', text: 'لم يُخصم أي مبلغ، ولا يمكن إكمال هذه العملية.' },
    expired: {
      heading: 'انتهت مهلة الدفع',
      text: 'لم يُخصم أي مبلغ. ارجع إلى المتجر وابدأ عملية دفع جديدة.',
    },
  },
  backTo: 'الرجوع إلى',
  returning: 'جارٍ إعادتك إلى المتجر…',
  tabClosed: 'في هذا الاختبار يغلق الزبون الصفحة هنا ولا يرجع إلى المتجر.',

  messages: {
    noPage: {
      heading: 'الصفحة غير موجودة',
      text: 'لا توجد صفحة أو سجل بهذا العنوان. ربما حُذفت بياناته عند إعادة الضبط.',
    },
    unknown: {
      heading: 'صفحة الدفع غير موجودة',
      text: 'الرابط غير مكتمل أو أن عملية الدفع لم تعد موجودة. ارجع إلى المتجر وابدأ من جديد.',
    },
    notAllowed: {
      heading: 'لا يمكن فتح هذه الصفحة هنا',
      text: 'ارجع إلى صفحة الدفع واستخدم الأزرار الموجودة فيها.',
    },
    refused: {
      heading: 'رُفض الطلب',
      text: 'لا يمكن لموقع آخر تغيير أي شيء هنا. تُفتح صفحة الدفع برابط أو بإعادة توجيه بالحالة 303. إذا كان تطبيقك يرسل نموذجًا إلى هنا، أو يعيد توجيهه بالحالة 307 أو 308 التي تكرّر الطلب POST، فاستخدم 303. وإذا كان هذا نموذج صفحة الدفع نفسها، فحدّد عنوان الوكيل بالخيار \u2066--public-url\u2069.',
    },
    notStored: {
      heading: 'لا يمكن حفظ أي شيء الآن',
      text: 'تتعذّر معالجة الدفع الآن. حاول لاحقًا.',
    },
    failed: { heading: 'حدث خطأ ما', text: 'لم يُخصم أي مبلغ. حاول مرة أخرى بعد قليل.' },
  },
};
