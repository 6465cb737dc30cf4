import type { AssumptionsInArabic } from './texts.ts';

/** The assumptions that no setting changes, by ID. A test finds assumptions without a translation. */
export const assumptionsArabic: AssumptionsInArabic = {
  'requests.extra-fields': {
    question: 'الحقول الإضافية',
    reason: 'تُتجاهل الحقول غير المعروفة، ويُعدّ الحقل الاختياري المرسل فارغًا غير موجود.',
  },
  'invoice.scope': {
    question: 'نطاق `invoice_no`',
    reason: 'فريد لكل حساب ووضع عبر كل البوابات، ويُقارَن حرفًا بحرف مع مراعاة حالة الأحرف.',
  },
  'birth-year.form': { question: '`birth_year`', reason: '4 أرقام لاتينية.' },
  'process-id.form': {
    question: '`process_id`',
    reason: 'عدد من 13 رقمًا يتزايد مع الوقت وأرقامه الثلاثة الأخيرة عشوائية، ويُرسل عددًا في `JSON` ويُقبل نصًا.',
  },
  'process.once': {
    question: 'العملية',
    reason:
      'نجاح واحد لكل `process_id`. والرمز الخاطئ يبقيها مفتوحة، ويجب أن يرسل `confirm` المبلغ الذي أرسله `verify`.',
  },
  'customer-ip.form': { question: '`customer_ip`', reason: 'عنوان `IPv4` أو `IPv6` متى أُرسل.' },
  'lang.form': { question: '`lang`', reason: '`ar` أو `en`، والفارغ يعني `ar`، ويُرفض ما سوى ذلك.' },
  'email.form': {
    question: '`email`',
    reason: 'علامة `@` واحدة، بلا مسافات ولا محارف تحكم، و254 محرفًا على الأكثر.',
  },
  'urls.form': {
    question: '`return_url` و`callback_url`',
    reason:
      'عنوان كامل يبدأ بـ `http` أو `https` من دون اسم مستخدم وكلمة مرور، و2048 محرفًا على الأكثر. ويُرفض `0.0.0.0` وعناوين الربط المحلي والبيانات الوصفية والبيئة التجريبية نفسها، ويذكر الرد السبب.',
  },
  'callback-url.local': {
    question: '`callback_url` محلي',
    reason:
      'يُقبل مع تحذير إنتاج في كل الملفات، لأن البيئة التجريبية تستدعي تطبيقات محلية، ويرفضه `strict` بالرد 422.',
  },
  'transport.http': {
    question: 'الاتصال غير المشفَّر (`HTTP`)',
    reason: 'يُقبل مع تحذير إنتاج في كل الملفات، ويرفضه `strict` بالرد 403.',
  },
  'errors.without-code': {
    question: 'أخطاء بلا كود',
    reason:
      '404 لمسار أو بوابة غير معروفة، و405 مع `Allow` لطريقة خاطئة، و413 لمتن أكبر من 64 كيلوبايت، و403 للاتصال غير المشفَّر مع `strict`: كلها في الغلاف نفسه بلا كود.',
  },
  'checks.order': {
    question: 'ترتيب الفحوص',
    reason:
      'الحجم والمسار والطريقة، ثم المفاتيح والعنوان والمعدل والصيانة والبوابة والمتن والحقول والمبلغ. ومن دون مفاتيح صحيحة لا يكشف الرد إلا المسارات والطرق الموجودة.',
  },
  'verify.message': { question: 'رسالة `verify`', reason: '`OTP has been sent to your mobile number`' },
  'confirm.answer': {
    question: 'الرد على `confirm` للمحفظة',
    reason: '`transaction_id` عدد في `JSON`، والمبلغ النص الذي أُرسل.',
  },
  'transaction-id.form': { question: '`transaction_id`', reason: 'أعداد صحيحة متزايدة تبدأ من 100001.' },
  'invoice.refusal': {
    question: '`invoice_no` مستخدم',
    reason: 'الرد 422 مع `INVALID_INPUTS` وفيه اسم الحقل.',
  },
  'callback.canceled': {
    question: 'عند الإلغاء',
    reason: '`canceled=1` بلا `approved`، مع `transaction_id`.',
  },
  'checkout.declined': {
    question: 'عند الرفض',
    reason: 'تعرض الصفحة رسالة، ويمكن للزبون أن يحاول من جديد، ولا يُرسل إشعار.',
  },
  'checkout.card-code': {
    question: 'رمز البطاقة المحلية',
    reason: 'بطاقة الاختبار الصالحة تؤدي إلى رمز على الهاتف، لأن مصارف البلد تطلبه.',
  },
  'checkout.three-d-secure': {
    question: '`3-D Secure`',
    reason:
      '`authenticated` و`attempted` تدفعان، و`failed` و`unavailable` و`rejected` ترفض، ويمكن للزبون أن يحاول من جديد.',
  },
  'return-url.query': {
    question: '`return_url` فيه استعلام',
    reason: 'يبقى حرفًا بحرف، وتليه معاملات البوابة قبل أي جزء بعد `#`.',
  },
  'callback.delivered': {
    question: 'متى يُعدّ الإشعار واصلًا',
    reason: 'طلب `POST` بالرد `2xx`، وطلب `GET` بالرد `2xx` أو `3xx`، ولا تُتبع عمليات التحويل أبدًا.',
  },
  'callback.resends': { question: 'إعادة الإرسال', reason: 'البايتات نفسها والتجزئة نفسها.' },
  'amount.form': {
    question: 'مبالغ غير معتادة',
    reason:
      'تُقبل الأصفار في البداية وتُعاد كما هي: 007 تعني 7. وتُفحص الصيغة أولًا: ‎-5 صيغتها صحيحة فتعطي `AMOUNT_NOT_ALLOWED`، أما ‎-1.005 فيعطي `INVALID_AMOUNT_FORMAT`، وكذلك مبلغ ضمن الحدود تطيله الأصفار في البداية إلى أكثر من 32 محرفًا.',
  },
  'code.form': {
    question: 'رمز غير سليم الصيغة',
    reason: 'الرمز الذي يختلف طوله أو يحوي غير الأرقام يعطي 422 مع `INVALID_INPUTS`، ولا يُحسب محاولة.',
  },
  'process.lock': {
    question: 'العملية المقفلة',
    reason: '`PHONE_NUMBER_IS_LOCKED` يقفل العملية وحدها، وينجح `verify` جديد للرقم نفسه.',
  },
  'callback.amount': { question: 'المبلغ في الإشعارات', reason: 'النص الوارد في الطلب، حرفًا بحرف.' },
  'walletA.mobile-number': { question: 'رقم الهاتف في `walletA`', reason: '091 أو 093 ثم 7 أرقام.' },
  'walletB.mobile-number': { question: 'رقم الهاتف في `walletB`', reason: '09 ثم 8 أرقام.' },
  'localbankcards.order': {
    question: 'ترتيب حقول `localbankcards`',
    reason:
      '`gateway` ثم `approved` أو `canceled` ثم `invoice_no` و`amount` و`transaction_id` و`hashed`: تعتمد بعض المكتبات ترتيبًا ثابتًا.',
  },
  'cardgw.order': {
    question: 'ترتيب حقول `cardgw`',
    reason:
      '`gateway` ثم `approved` أو `canceled` ثم `amount` و`currency` و`invoice_no` و`transaction_id` و`hashed`.',
  },
  'aggregator.callback-order': {
    question: 'ترتيب حقول الإشعار في `aggregator`',
    reason: '`gateway` و`approved` و`amount` و`invoice_no` و`paymet_method` و`transaction_id` و`hashed`.',
  },
  'aggregator.return-order': {
    question: 'ترتيب حقول الرجوع في `aggregator`',
    reason: '`approved` و`invoice_no` و`hashed`.',
  },
  'aggregator.mobile-number': {
    question: 'رقم الهاتف في `aggregator`',
    reason: 'رقم يبدأ بـ 09 أو 9 تليه 8 أرقام.',
  },
  'aggregator.methods': {
    question: 'وسائل الدفع في `aggregator`',
    reason:
      'تطلب `method_1` و`method_2` رمزًا على الهاتف، وتطلب البقية بطاقة، ويمكن تغيير ذلك في `methods` في ملف الإعداد.',
  },
  'aggregator.failed': {
    question: 'فشل الدفع في `aggregator`',
    reason: 'لا تكون قيمة `approved` صفرًا إلا إذا اختار المختبِر ذلك.',
  },
  'aggregator.canceled': {
    question: 'إلغاء الدفع في `aggregator`',
    reason: 'لا تذكر الوثائق إشعارًا فلا يُرسل شيء، ويرجع المتصفح مع `approved` بقيمة 0.',
  },
  'aggregator.paid': {
    question: 'نجاح الدفع في `aggregator`',
    reason: 'يرجع الزبون بالضغط على زر، أما البطاقات فترجع تلقائيًا.',
  },
};
