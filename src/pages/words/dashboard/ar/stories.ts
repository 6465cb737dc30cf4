import type { storiesEnglish } from '../en/stories.ts';

export const storiesArabic: typeof storiesEnglish = {
  open: 'فتح عملية دفع مُصدَّرة',
  openHint:
    'ملف من «ملف العملية» في صفحة عملية الدفع، أو من `transactions ID --export FILE`. اختره أو أفلته في أي مكان من هذه الصفحة.',
  dropHere: 'افتح عملية دفع مُصدَّرة: أفلت ملفها في أي مكان من هذه الصفحة',
  file: 'الملف',
  openButton: 'فتح',
  opened: (id) => `عملية الدفع ${id}`,
  none: 'اختر ملفًا.',
  oneFile: 'افتح ملفًا واحدًا في كل مرة.',
  flaws: {
    'too-large': 'الملف أكبر من 16 ميغابايت، فليس ملف عملية دفع.',
    'not-json': 'الملف ليس بصيغة JSON أو أنه غير مكتمل.',
    'not-story': 'هذا ليس ملف عملية دفع من gateway-sandbox.',
    'newer-version': 'الملف من إصدار أحدث من gateway-sandbox. حدّث إصدارك.',
    'too-deep': 'ملف عملية الدفع متداخل أكثر من اللازم.',
    incomplete: 'عملية الدفع نفسها ليست في ملفها.',
  },
  mark: 'عملية دفع مستوردة',
  exported: 'صُدِّرت',
  by: 'من gateway-sandbox',
  readOnly: 'تُعرض كما كانت، ولا يمكن تغيير شيء فيها.',
  whole: 'عملية الدفع كاملة',
  replay: 'إرسال إشعاراتها إلى تطبيقك',
  replayHint: 'بترتيبها، وبتوقيع المفتاح السري لأول حساب في هذه البيئة. لا يُحفظ شيء.',
  url: 'رابط المعالج في تطبيقك',
  replayButton: 'إرسال',
  sent: 'ردّ تطبيقك',
  noCallbacks: 'ليس لعملية الدفع إشعارات.',
  story: 'ملف العملية',
};
