import type { listsEnglish } from '../en/lists.ts';

export const listsArabic: typeof listsEnglish = {
  gateway: 'البوابة',
  status: 'الحالة',
  mode: 'الوضع',
  account: 'الحساب',
  invoice: 'رقم الفاتورة',
  code: 'الكود',
  warnings: 'تحذيرات الإنتاج',
  statusClasses: { '2xx': '2xx ناجحة', '4xx': '4xx مرفوضة', '5xx': '5xx فاشلة' },
  withWarnings: 'مع تحذيرات',
  withoutWarnings: 'من دون تحذيرات',
  all: 'الكل',
  filter: 'تصفية',
  filterCalls: 'تصفية الطلبات',
  filterCallbacks: 'تصفية الإشعارات',
  showAll: 'عرض الكل',
  newest: 'الأحدث',
  older: 'الأقدم',
  changeFilters: 'غيّر عوامل التصفية، أو اعرض الكل.',
  offline: 'غير متصل',
  keepAs: 'حفظ القائمة بصيغة',
};
