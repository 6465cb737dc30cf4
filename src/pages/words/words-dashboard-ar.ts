import type { dashboardEnglish } from './words-dashboard-en.ts';

export const dashboardArabic: typeof dashboardEnglish = {
  rail: {
    watch: 'المتابعة',
    provoke: 'المحاكاة',
    debug: 'الفحص',
    configure: 'الإعداد',
    pages: {
      overview: 'نظرة عامة',
      transactions: 'المدفوعات',
      requests: 'طلبات API',
      callbacks: 'الإشعارات',
      inbox: 'الهاتف',
      faults: 'الأعطال',
      clock: 'الساعة',
      snapshots: 'اللقطات',
      send: 'إرسال طلب',
      signature: 'تشخيص التوقيع',
      compatibility: 'التوافق',
      account: 'الحسابات',
      settings: 'الإعدادات',
    },
  },
};
