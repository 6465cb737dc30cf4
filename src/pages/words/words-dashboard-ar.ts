import { accountArabic } from './dashboard/ar/account.ts';
import { adviceArabic } from './dashboard/ar/advice.ts';
import { callbackArabic } from './dashboard/ar/callback.ts';
import { clockArabic } from './dashboard/ar/clock.ts';
import { compatibilityArabic } from './dashboard/ar/compatibility.ts';
import { faultsArabic } from './dashboard/ar/faults.ts';
import { frameArabic } from './dashboard/ar/frame.ts';
import { listsArabic } from './dashboard/ar/lists.ts';
import { overviewArabic } from './dashboard/ar/overview.ts';
import { paymentsArabic } from './dashboard/ar/payments.ts';
import { requestArabic } from './dashboard/ar/request.ts';
import { scriptsArabic } from './dashboard/ar/scripts.ts';
import { searchArabic } from './dashboard/ar/search.ts';
import { settingsArabic } from './dashboard/ar/settings.ts';
import { signInArabic } from './dashboard/ar/sign-in.ts';
import { signatureArabic } from './dashboard/ar/signature.ts';
import { snapshotsArabic } from './dashboard/ar/snapshots.ts';
import { statesArabic } from './dashboard/ar/states.ts';
import { storiesArabic } from './dashboard/ar/stories.ts';
import { storyArabic } from './dashboard/ar/story.ts';
import { verdictsArabic } from './dashboard/ar/verdicts.ts';
import { weatherArabic } from './dashboard/ar/weather.ts';
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
      help: 'المساعدة',
    },
  },

  dashboard: {
    account: accountArabic,
    advice: adviceArabic,
    callback: callbackArabic,
    clock: clockArabic,
    compatibility: compatibilityArabic,
    faults: faultsArabic,
    weather: weatherArabic,
    frame: frameArabic,
    lists: listsArabic,
    request: requestArabic,
    overview: overviewArabic,
    payments: paymentsArabic,
    search: searchArabic,
    verdicts: verdictsArabic,
    scripts: scriptsArabic,
    settings: settingsArabic,
    story: storyArabic,
    signIn: signInArabic,
    signature: signatureArabic,
    snapshots: snapshotsArabic,
    stories: storiesArabic,
    states: statesArabic,
  },
};
