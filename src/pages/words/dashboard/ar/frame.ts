import { counted } from '../../counted.ts';
import type { frameEnglish } from '../en/frame.ts';
import { spanOf } from '../span.ts';

export const frameArabic: typeof frameEnglish = {
  skip: 'الانتقال إلى المحتوى',
  sandbox: 'البيئة التجريبية',
  menu: 'القائمة',
  bar: 'الحساب والبحث والتغييرات',
  at: 'على',
  copy: 'نسخ',
  copyOf: (what) => `نسخ ${what}`,
  failed: 'لم يُنفَّذ الطلب',

  chips: {
    storage: {
      label: 'لا يُحفظ شيء',
      text: (why) => `يتعذّر حفظ أي بيانات، فكل طلب يُرجع BACKEND_ERROR. ${why}`,
      way: 'التحقق من جديد',
    },
    maintenance_mode: { label: 'صيانة', text: 'وضع الصيانة مفعَّل: كل طلب يُرجع MAINTENANCE_MODE.' },
    strict: {
      label: 'الوضع الصارم',
      text: 'الوضع الصارم مفعَّل: ترفض البيئة التجريبية كل ما ترفضه الخدمة الفعلية.',
    },
    weather: {
      rainy: { label: 'ماطر', text: 'الطقس ماطر: الردود بطيئة، ويفشل قليل من الاستدعاءات.' },
      storm: { label: 'عاصفة', text: 'عاصفة: الردود بطيئة جدًا، ويفشل ربع الاستدعاءات.' },
    },
    latency: {
      'slow-bank': { label: 'مصرف بطيء', text: 'يتأخر رد `confirm` كما يتأخر مصرف بطيء.' },
      'flaky-mobile': { label: 'شبكة متعثرة', text: 'تتعثر الردود كما في شبكة هاتف سيئة.' },
    },
    turnOff: 'إيقافه',
    settings: {
      label: counted('ar', { one: 'إعداد واحد', two: 'إعدادان', few: '# إعدادات', other: '# إعدادًا' }),
      text: counted('ar', {
        one: 'هناك إعداد واحد يختلف عن قيمته الافتراضية.',
        two: 'هناك إعدادان يختلفان عن قيمتيهما الافتراضيتين.',
        few: 'هناك # إعدادات تختلف عن قيمها الافتراضية.',
        other: 'هناك # إعدادًا تختلف عن قيمها الافتراضية.',
      }),
      way: 'عرضها وإعادتها',
    },
    shop: { label: 'المتجر التجريبي', text: 'المتجر التجريبي يعمل.', way: 'فتحه' },
    clock: {
      frozen: { label: 'الساعة متوقفة', text: 'الساعة متوقفة.' },
      moved: {
        label: (by) => `الساعة ${by}`,
        text: (offset) => `وقت البيئة التجريبية ${offset}.`,
      },
      way: 'تغيير الساعة',
    },
    faults: {
      label: counted('ar', { one: 'عطل واحد', two: 'عطلان', few: '# أعطال', other: '# عطلًا' }),
      text: counted('ar', {
        one: 'هناك عطل واحد مفعَّل، وستفشل الطلبات المطابقة له.',
        two: 'هناك عطلان مفعَّلان، وستفشل الطلبات المطابقة لهما.',
        few: 'هناك # أعطال مفعَّلة، وستفشل الطلبات المطابقة لها.',
        other: 'هناك # عطلًا مفعَّلًا، وستفشل الطلبات المطابقة لها.',
      }),
      way: 'عرضها وحذفها',
    },
    span: spanOf({ day: 'ي', hour: 'س', minute: 'د', second: 'ث' }),
  },

  help: 'هذه الأدلة جزء من البيئة التجريبية ولا تحتاج إلى اتصال بالشبكة. معظمها بالإنجليزية.',
  search: {
    label: 'بحث',
    placeholder: 'رقم الفاتورة أو المعرّف أو الهاتف أو رمز التحقق',
    key: 'اضغط / للبحث',
  },
  theme: { label: 'المظهر', names: { system: 'حسب النظام', light: 'فاتح', dark: 'داكن' } },
  switcher: { label: 'الحساب', all: 'كل الحسابات', more: 'كل الحسابات ومفاتيحها' },
};
