import { counted } from '../../counted.ts';
import type { searchEnglish } from '../en/search.ts';

export const searchArabic: typeof searchEnglish = {
  title: 'بحث',
  heading: (query) => `بحث: ${query}`,
  prompt: 'اكتب جزءًا من رقم الفاتورة أو معرّفًا أو رقم هاتف أو رمز تحقق.',
  nothing: 'لا توجد نتائج',
  nothingText: (most) =>
    `يُبحث عن جزء من رقم الفاتورة في أحدث ${most} من المدفوعات والطلبات، ويُبحث عن المعرّفات وأرقام الفواتير والهواتف الكاملة في كل البيانات.`,
  payments: counted('ar', {
    one: 'عملية دفع واحدة',
    two: 'عمليتا دفع',
    few: '# عمليات دفع',
    other: '# عملية دفع',
  }),
  calls: counted('ar', { one: 'طلب API واحد', two: 'طلبا API', few: '# طلبات API', other: '# طلب API' }),
  codes: counted('ar', {
    one: 'رمز واحد على الهاتف',
    two: 'رمزان على الهاتف',
    few: '# رموز على الهاتف',
    many: '# رمزًا على الهاتف',
    other: '# رمز على الهاتف',
  }),
  first: (most) => `تُعرض أحدث ${most} منها.`,
  code: 'الرمز',
  number: 'رقم الهاتف',
  state: 'الحالة',
};
