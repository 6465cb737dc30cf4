import type { signInEnglish } from '../en/sign-in.ts';

export const signInArabic: typeof signInEnglish = {
  title: 'الرمز المميز مطلوب',
  text: 'يمكن لأجهزة أخرى الوصول إلى هذه البيئة التجريبية، لذلك تحتاج صفحاتها إلى الرمز المميز الذي ظهر عند بدء التشغيل.',
  unsent: 'لم يتغيّر شيء. أدخل الرمز المميز، ثم أرسل النموذج مرة أخرى.',
  token: 'الرمز المميز (token)',
  wrong: 'هذا ليس الرمز المميز لهذه البيئة.',
  open: 'دخول',
};
