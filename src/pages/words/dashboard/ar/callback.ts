import type { callbackEnglish } from '../en/callback.ts';

export const callbackArabic: typeof callbackEnglish = {
  title: (id) => `الإشعار ${id}`,
  answered: (status) => `الرد ${status}`,
  underWay: 'قيد التنفيذ',
};
