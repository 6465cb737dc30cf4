import type { legalEnglish } from './words-legal-en.ts';

export const legalArabic: typeof legalEnglish = {
  marks: {
    card: 'البطاقات الدولية',
    'local-card': 'البطاقات المصرفية المحلية',
    methods: 'الدفع الإلكتروني',
  },
  help: {
    name: 'المساعدة',
    text: (merchant) =>
      `للاستفسار عن طلبك تواصل مع «${merchant}» واذكر رقم الفاتورة. لا يُخصم أي مبلغ قبل أن تؤكد الدفع.`,
  },
  terms: {
    name: 'الشروط',
    text: (merchant) => `«${merchant}» هو البائع والمسؤول عن الإرجاع. تتولى هذه الصفحة الدفع فقط.`,
  },
  privacy: {
    name: 'الخصوصية',
    text: (merchant) => `تُستخدم بيانات البطاقة لهذه العملية فقط، ولا تُحفظ ولا تصل إلى «${merchant}».`,
  },
};
