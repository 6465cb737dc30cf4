import { counted } from '../../counted.ts';
import type { frameEnglish } from '../en/frame.ts';

export const frameArabic: typeof frameEnglish = {
  skip: 'الانتقال إلى المحتوى',
  sandbox: 'البيئة التجريبية',
  menu: 'القائمة',
  activeChanges: 'التغييرات السارية',
  at: 'على',
  copy: 'نسخ',
  copyOf: (what) => `نسخ ${what}`,
  failed: 'لم يُنفَّذ الطلب',

  banners: {
    storage: (why) => `يتعذّر حفظ أي بيانات، فكل طلب يُرجع BACKEND_ERROR. ${why}`,
    checkAgain: 'التحقق من جديد',
    maintenance: 'وضع الصيانة مفعَّل: كل طلب يُرجع MAINTENANCE_MODE.',
    strict: 'الوضع الصارم مفعَّل: ترفض البيئة التجريبية كل ما ترفضه الخدمة الفعلية.',
    turnOff: 'إيقافه',
    frozen: (time) => `الساعة متوقفة عند ${time}.`,
    moved: (time) => `غُيِّرت الساعة، وهي تشير إلى ${time}.`,
    changeClock: 'تغيير الساعة',
    faults: counted('ar', {
      one: 'هناك عطل واحد مفعَّل، وستفشل الطلبات المطابقة له.',
      two: 'هناك عطلان مفعَّلان، وستفشل الطلبات المطابقة لهما.',
      few: 'هناك # أعطال مفعَّلة، وستفشل الطلبات المطابقة لها.',
      other: 'هناك # عطلًا مفعَّلًا، وستفشل الطلبات المطابقة لها.',
    }),
    seeFaults: 'عرضها وحذفها',
  },
};
