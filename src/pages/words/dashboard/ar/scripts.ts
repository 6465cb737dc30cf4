import type { scriptsEnglish } from '../en/scripts.ts';

export const scriptsArabic: typeof scriptsEnglish = {
  copied: 'تم النسخ',
  pressCopy: 'اضغط Ctrl+C',
  refused: 'لم ينجح ذلك. تأكد من أن البيئة التجريبية تعمل، ثم أعد المحاولة.',
  live: { on: 'مباشر', wait: 'جارٍ إعادة الاتصال', off: 'غير متصل' },
  ages: ['# ي', '# س', '# د', '# ث'],
  newRows: 'صفوف جديدة: #',
  noLongerMatches: 'لم يعد مطابقًا',
  manyNewRows: 'صفوف جديدة: # أو أكثر',
};
