import type { requestEnglish } from '../en/request.ts';

export const requestArabic: typeof requestEnglish = {
  title: (id) => `الطلب ${id}`,
};
