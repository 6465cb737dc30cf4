import type { weatherEnglish } from '../en/weather.ts';

export const weatherArabic: typeof weatherEnglish = {
  heading: 'الطقس',
  hint: 'العطل يختبر فشلًا واحدًا، أما الطقس فيختبر يومًا سيئًا: يسري على كل طلب من كل حساب إلى أن تغيّره. وتذكر الترويسة `X-Sandbox-Fault` كل طلب تأثر به.',
  now: (day, latency) => (latency === '' ? `الآن: ${day}` : `الآن: ${day} · ${latency}`),
  which: 'أي يوم؟',
  days: {
    calm: { label: 'هادئ', hint: 'لا يتأخر طلب ولا يفشل.' },
    rainy: { label: 'ماطر', hint: 'يوم سيئ: الردود بطيئة، ويفشل قليل من الطلبات.' },
    storm: { label: 'عاصفة', hint: 'انقطاع في الخدمة: الردود بطيئة جدًا، ويفشل ربع الطلبات تقريبًا.' },
  },
  delay: (call, half, most) => `\u2068${call}\u2069: النصف خلال ${half} ث، و19 من كل 20 خلال ${most} ث`,
  share: (percent, what) => `\u2066${percent} %\u2069: ${what}`,
  mishaps: {
    BACKEND_ERROR: 'الخطأ \u2068BACKEND_ERROR\u2069',
    502: 'صفحة خطأ بالحالة 502',
    503: 'صفحة خطأ بالحالة 503',
    reset: 'ينقطع الاتصال',
    'reset after the work': 'ينقطع الاتصال بعد تنفيذ الطلب',
  },
  latency: 'زمن الرد',
  latencies: {
    weather: 'حسب الطقس',
    'slow-bank': 'كمصرف بطيء',
    'flaky-mobile': 'كشبكة هاتف متعثرة',
    report: 'كالخدمة الفعلية، حسب تقرير \u2068compare\u2069',
  },
  ofProfile: (profile, half, most) =>
    `${profile}: نصف طلبات \u2068confirm\u2069 خلال ${half} ث، و19 من كل 20 خلال ${most} ث.`,
  seed: 'البذرة',
  seedHint: 'بالبذرة نفسها تلقى الطلبات نفسها بالترتيب نفسه الطقسَ نفسه.',
  set: 'ضبط الطقس',
  done: 'تغيّر الطقس، وهو سارٍ من الطلب التالي.',
};
