import { counted } from '../../counted.ts';
import type { compatibilityEnglish } from '../en/compatibility.ts';

export const compatibilityArabic: typeof compatibilityEnglish = {
  intro: 'ما الذي يفشل لدى تطبيقك، والإعدادات التي تجعله يعمل.',
  empty: 'لا طلبات بعد',
  emptyText: 'شغّل تطبيقك مع البيئة التجريبية، وستظهر هنا الإعدادات التي يحتاج إليها.',
  requests: counted('ar', {
    zero: 'لا طلبات',
    one: 'طلب واحد',
    two: 'طلبين',
    few: '# طلبات',
    many: '# طلبًا',
    other: '# طلب',
  }),
  callbacks: counted('ar', {
    zero: 'لا إشعارات',
    one: 'إشعار واحد',
    two: 'إشعارين',
    few: '# إشعارات',
    many: '# إشعارًا',
    other: '# إشعار',
  }),
  seen: (requests, callbacks) => `${requests} و${callbacks}`,
  nothingFails: (seen) => `لا حاجة إلى تغيير، بناءً على ${seen}.`,
  fixed: (seen) => `هناك ما يفشل في ${seen}. هذه الإعدادات تصلحه، وقد جُرّب كل منها.`,
  failsSomewhere: (seen) => `هناك ما يفشل في ${seen}.`,
  unfixable: (seen) => `هناك ما يفشل في ${seen}، ولا يصلحه أي إعداد.`,
  sent: counted('ar', {
    one: 'أُرسل إلى تطبيقك طلب واحد لمعرفة ذلك.',
    two: 'أُرسل إلى تطبيقك طلبان لمعرفة ذلك.',
    few: 'أُرسلت إلى تطبيقك # طلبات لمعرفة ذلك.',
    many: 'أُرسل إلى تطبيقك # طلبًا لمعرفة ذلك.',
    other: 'أُرسل إلى تطبيقك # طلب لمعرفة ذلك.',
  }),
  tryAgain: 'تجربة الإشعارات والرجوع من جديد',
  tryAgainHint: 'تُرسل إشعارات أحدث مدفوعاتك ورجوع متصفحها إلى تطبيقك من جديد، كما هي ثم بإعدادات أخرى.',
  proposals: 'الإعدادات التي يحتاج إليها تطبيقك',
  apply: 'تطبيق',
  applyOf: (setting) => `تطبيق \u2068${setting}\u2069`,
  needsRestart: 'تسري الأسماء بعد إعادة التشغيل: أضف الإعداد أدناه إلى ملف الإعداد.',
  fails: 'يفشل',
  failsStill: 'يفشل، ولا يصلحه أي إعداد',
  times: counted('ar', { one: 'مرة واحدة', two: 'مرتين', few: '# مرات', many: '# مرة', other: '# مرة' }),
  check: 'تحقّق من هذا',
  notCounted: 'مرفوض، لكنه لا يُحتسب',
  whyNotCounted: {
    corrected: 'نجح البرنامج نفسه بعد ذلك بالمسار نفسه أو بالحقول نفسها.',
    sent_again: 'أعاد البرنامج نفسه إرساله فنجح.',
    customer: 'قد يتسبب الزبون في هذا مع تطبيق سليم، والطلب مدفوع.',
    accepted_now:
      'تُقبل إعادة إرساله: تغيّر إعداد بعد ذلك، أو رُفض بسبب ما لا يوجد في الإعادة، مثل حد الطلبات أو دفعة من المختبِر.',
  },
  config: 'ملف الإعداد',
  configHint:
    'كل ما يحتاج إليه تطبيقك في `gateway-sandbox.config.json`. ويكتبه هناك الأمر `gateway-sandbox doctor --client --write`.',
  theConfig: 'ملف الإعداد',
  applied: 'تغيّر الإعداد. شغّل تطبيقك من جديد.',
};
