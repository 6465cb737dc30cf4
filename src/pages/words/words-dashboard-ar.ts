import { callbackArabic } from './dashboard/ar/callback.ts';
import { frameArabic } from './dashboard/ar/frame.ts';
import { listsArabic } from './dashboard/ar/lists.ts';
import { overviewArabic } from './dashboard/ar/overview.ts';
import { paymentsArabic } from './dashboard/ar/payments.ts';
import { requestArabic } from './dashboard/ar/request.ts';
import { scriptsArabic } from './dashboard/ar/scripts.ts';
import { searchArabic } from './dashboard/ar/search.ts';
import { signInArabic } from './dashboard/ar/sign-in.ts';
import { statesArabic } from './dashboard/ar/states.ts';
import { storyArabic } from './dashboard/ar/story.ts';
import { verdictsArabic } from './dashboard/ar/verdicts.ts';
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

  dashboard: {
    callback: callbackArabic,
    frame: frameArabic,
    lists: listsArabic,
    request: requestArabic,
    overview: overviewArabic,
    payments: paymentsArabic,
    search: searchArabic,
    verdicts: verdictsArabic,
    scripts: scriptsArabic,
    story: storyArabic,
    signIn: signInArabic,
    states: statesArabic,
  },
};
