import type { VerdictSentences } from '../../../../journal/verdict-words.ts';
import type { AttemptSummary } from '../../../../store/attempts.ts';
import type { VerdictWords } from '../verdict-words.ts';

const ends: Readonly<Record<Parameters<VerdictSentences['told']>[0], string>> = {
  started: 'العملية مفتوحة',
  completed: 'دُفعت العملية',
  canceled: 'أُلغيت العملية',
  declined: 'رُفضت العملية',
  expired: 'انتهت مهلة العملية',
};

export const verdictsArabic: VerdictWords = {
  labels: {
    forged: 'قُبل إشعار مزوَّر',
    unaware: 'تطبيقك لا يعلم',
    unanswered: 'ردّ مفقود',
    retrying: 'تُعاد المحاولة',
    held: 'معلَّق',
    sending: 'قيد الإرسال',
    dropped: 'إشعار مفقود',
    silent: 'بلا إشعار',
    told: 'علِم تطبيقك',
    replied: 'علِم تطبيقك',
    waiting: 'في الانتظار',
  },
  details: {
    forged: () => '',
    unaware: outcome,
    unanswered: () => 'بسبب عطل',
    retrying: outcome,
    held: () => 'تطبيقك ينتظر',
    sending: () => 'في الطريق',
    dropped: () => 'عن قصد',
    silent: () => 'لا إشعار لهذه النتيجة',
    told: (last) => (last && last.number > 1 ? `في المحاولة ${last.number}` : answer(last)),
    replied: () => 'من الرد نفسه',
    waiting: () => 'بانتظار الزبون',
  },
  sentences: {
    forged: () => 'قبِل تطبيقك إشعارًا مزوَّرًا.',
    unaware: (status, last) => `${ends[status]}، وتطبيقك لا يعلم${because(last)}.`,
    unanswered: (status) => `${ends[status]}، وتطبيقك لا يعلم: فُقد الرد.`,
    retrying: (status, last) => `${ends[status]}، ولم يعلم تطبيقك بعد${because(last)}.`,
    held: (status) => `${ends[status]}، والإشعار معلَّق: تطبيقك ينتظر.`,
    sending: (status) => `${ends[status]}، والإشعار في الطريق.`,
    dropped: (status) => `${ends[status]}، وفُقد الإشعار: لا يعلم تطبيقك إلا من رجوع المتصفح.`,
    silent: (status) => `${ends[status]}، ولم يُرسل أي إشعار.`,
    told: (status, last) => `${ends[status]}، ووصل الإشعار إلى تطبيقك${last ? `: ${answer(last)}` : ''}.`,
    replied: (status) => `${ends[status]}، وعلِم تطبيقك من الرد نفسه.`,
    waiting: () => 'في انتظار الزبون.',
  },
  advice: {
    unaware: 'أصلح معالجة الإشعار ثم أعد إرساله. قد يكون الطلب مدفوعًا وتطبيقك لا يعلم.',
    unanswered:
      'قطع عطلٌ الردّ، لكن العملية قائمة. يجب أن يعدّ تطبيقك مثل هذا الاستدعاء مجهول النتيجة لا فاشلًا: ابحث عن العملية قبل أن تعيد المحاولة أو تسلّم الطلب.',
    retrying: 'تعيد البوابة المحاولة تلقائيًا. أصلح معالجة الإشعار، أو أعد إرساله الآن.',
    held: 'أرسل الإشعار المعلَّق للمتابعة.',
    dropped: 'أعد إرساله لترى هل يعالج تطبيقك إشعارًا متأخرًا.',
  },
  forgedAdvice: {
    'wrong-hash':
      'لم يتطابق التوقيع، ومع ذلك ردّ تطبيقك بـ2xx. يستطيع كل من يعرف عنوان الإشعارات أن يفعل الشيء نفسه. تحقّق من `hashed` قبل قراءة أي حقل آخر، وردّ بـ4xx إن لم يتطابق.',
    'no-hash':
      'لم يكن في الإشعار `hashed`، ومع ذلك ردّ تطبيقك بـ2xx. يستطيع كل من يعرف عنوان الإشعارات أن يفعل الشيء نفسه. تحقّق من `hashed` قبل قراءة أي حقل آخر، وردّ بـ4xx إن غاب أو لم يتطابق.',
    'lower-case-hash':
      'كان `hashed` صحيحًا لكن بأحرف صغيرة، ومع ذلك ردّ تطبيقك بـ2xx. لا ضرر في ذلك، لكنه يدل على مقارنة غير دقيقة. حوّل التجزئة التي تحسبها إلى أحرف كبيرة، وقارنها حرفًا بحرف، وردّ بـ4xx إن لم تتطابق.',
    amount:
      'غُيِّر المبلغ بعد التوقيع فلم يتطابق التوقيع، ومع ذلك ردّ تطبيقك بـ2xx. ابنِ النص الموقَّع وفيه `amount` كما وصل تمامًا، وردّ بـ4xx إن لم يتطابق `hashed`، وقارن المبلغ بمبلغ الطلب عندك.',
    invoice:
      'غُيِّر رقم الفاتورة بعد التوقيع فلم يتطابق التوقيع، ومع ذلك ردّ تطبيقك بـ2xx. هكذا يُعدّ طلبٌ مدفوعًا بثمن طلب آخر. ابنِ النص الموقَّع وفيه `invoice_no` كما وصل تمامًا، وردّ بـ4xx إن لم يتطابق `hashed`.',
    'both-flags':
      'التوقيع صحيح، لكن الإشعار يناقض نفسه: فيه `approved` و`canceled` معًا، ومع ذلك ردّ تطبيقك بـ2xx. لا تعدّ الطلب مدفوعًا إلا إذا كان `approved` يساوي `1` ولم يكن في الإشعار `canceled`، وردّ بـ4xx على اجتماعهما.',
    types:
      'وصلت القيم بأنواع غير التي وُقِّعت، مثل `true` بدل `1`، فلم يتطابق التوقيع، ومع ذلك ردّ تطبيقك بـ2xx. ابنِ النص الموقَّع من القيم كما وصلت تمامًا، وردّ بـ4xx إن لم يتطابق `hashed`.',
    edited:
      'غُيِّرت حقول بعد التوقيع فلم يتطابق التوقيع، ومع ذلك ردّ تطبيقك بـ2xx. ابنِ النص الموقَّع من كل الحقول كما وصلت تمامًا، وردّ بـ4xx إن لم يتطابق `hashed`.',
  },
};

function because(last: AttemptSummary | undefined): string {
  const said = outcome(last);
  return said && ` (${said})`;
}

function outcome(last: AttemptSummary | undefined): string {
  if (!last) return '';
  return last.number === 1 ? answer(last) : `المحاولة ${last.number}: ${answer(last)}`;
}

function answer(last: AttemptSummary | undefined): string {
  if (last?.answerStatus) return `الرد ${last.answerStatus}`;
  return last?.error ?? '';
}
