import type { Arrival, Effect, Order } from './orders.ts';

export type Lang = 'ar' | 'en';

type Names = Readonly<Record<string, readonly [name: string, hint: string]>>;

export interface Words {
  readonly other: string;
  readonly strip: string;
  readonly shop: string;
  readonly nav: { readonly shop: string; readonly orders: string; readonly skip: string };
  readonly item: string;
  readonly itemText: string;
  readonly buy: string;
  readonly pay: string;
  readonly how: string;
  readonly details: string;
  readonly mobile: string;
  readonly birthYear: string;
  readonly gateways: Names;
  readonly order: string;
  readonly status: Readonly<
    Record<Order['status'] | 'back' | 'code', readonly [title: string, text: string]>
  >;
  readonly facts: {
    readonly invoice: string;
    readonly reference: string;
    readonly paidAt: string;
    readonly by: string;
  };
  readonly toPage: string;
  readonly again: string;
  readonly another: string;
  readonly code: string;
  readonly sendCode: string;
  readonly phone: string;
  readonly arrived: string;
  readonly nothing: string;
  readonly byConfirm: string;
  readonly from: Readonly<Record<Arrival['from'], string>>;
  readonly effects: Readonly<Record<Effect, string>>;
  readonly valid: string;
  readonly invalid: string;
  readonly orders: string;
  readonly none: string;
  readonly columns: readonly [string, string, string, string, string];
  readonly states: Readonly<Record<Order['status'], string>>;
  readonly notFound: readonly [string, string];
  readonly refused: readonly [string, string];
  readonly choose: string;
}

const en: Words = {
  other: 'العربية',
  strip: 'Demo shop of gateway-sandbox. Nothing is for sale, and no money moves.',
  shop: 'Demo Shop',
  nav: { shop: 'Shop', orders: 'Orders', skip: 'Skip to the content' },
  item: 'Clay cup',
  itemText: 'Turned and fired in Gharyan. Holds a quarter of a liter, and keeps coffee warm.',
  buy: 'Buy now',
  pay: 'Pay',
  how: 'How would you like to pay?',
  details: 'Your details',
  mobile: 'Mobile number',
  birthYear: 'Year of birth',
  gateways: {
    localbankcards: ['Local bank card', 'On the page of your bank'],
    cardgw: ['International card', 'Charged in US dollars'],
    aggregator: ['More ways to pay', 'Choose one of five on the next page'],
    walletA: ['Wallet A', 'A code comes to your phone'],
    walletB: ['Wallet B', 'A code comes to your phone'],
  },
  order: 'Order',
  status: {
    pending: ['Waiting for your payment', 'The gateway has not reported a payment yet.'],
    back: [
      'Checking your payment',
      'You are back. The order is paid as soon as the callback of the gateway arrives.',
    ],
    code: ['Enter your code', 'The wallet has sent a code to your phone.'],
    paid: ['Paid. Thank you!', 'Your cup is on its way.'],
    canceled: ['Canceled', 'The payment was canceled. You were not charged.'],
    failed: ['Not paid', 'The payment did not go through. You were not charged.'],
  },
  facts: { invoice: 'Invoice', reference: 'Gateway reference', paidAt: 'Paid at', by: 'Paid with' },
  toPage: 'Go to the payment page',
  again: 'Try again',
  another: 'Buy something else',
  code: 'Code',
  sendCode: 'Start again with a new code',
  phone: 'Open the phone of the sandbox to read the code',
  arrived: 'What arrived',
  nothing: 'Nothing yet. Callbacks and returns appear here in the order in which they arrive.',
  byConfirm: 'A wallet sends no callback: the response of confirm says that it is paid.',
  from: { callback: 'Callback', browser: 'Browser' },
  effects: {
    paid: 'Marked the order paid.',
    repeated: 'The order was paid already. Nothing changed.',
    canceled: 'Closed the order as canceled.',
    failed: 'Closed the order as not paid.',
    waiting: 'Proves nothing about the amount, so the order waits for the callback.',
    forged: 'Refused. Nothing changed.',
    mismatch: 'Genuine, but not about this order. Refused.',
  },
  valid: 'Signature is valid',
  invalid: 'Not genuine',
  orders: 'Orders',
  none: 'There are no orders yet.',
  columns: ['Order', 'Amount', 'State', 'What arrived', 'Time'],
  states: { pending: 'Waiting', paid: 'Paid', canceled: 'Canceled', failed: 'Not paid' },
  notFound: ['Not found', 'There is nothing at this address.'],
  refused: [
    'We could not confirm this payment',
    'The message that your browser brought is not genuine, or is not about one of our orders. Nothing was changed.',
  ],
  choose: 'Choose how you would like to pay.',
};

const ar: Words = {
  other: 'English',
  strip: 'متجر تجريبي من gateway-sandbox. لا شيء للبيع ولا تُنقل أي أموال.',
  shop: 'المتجر التجريبي',
  nav: { shop: 'المتجر', orders: 'الطلبات', skip: 'انتقل إلى المحتوى' },
  item: 'كوب فخار',
  itemText: 'مصنوع يدويًا في غريان. يتسع لربع لتر ويحفظ القهوة ساخنة.',
  buy: 'اشترِ الآن',
  pay: 'ادفع',
  how: 'كيف تريد أن تدفع؟',
  details: 'بياناتك',
  mobile: 'رقم الهاتف المحمول',
  birthYear: 'سنة الميلاد',
  gateways: {
    localbankcards: ['بطاقة مصرفية محلية', 'عبر صفحة مصرفك'],
    cardgw: ['بطاقة دولية', 'يُخصم المبلغ بالدولار الأمريكي'],
    aggregator: ['وسائل دفع أخرى', 'اختر واحدة من خمس في الصفحة التالية'],
    walletA: ['المحفظة A', 'يصلك رمز على هاتفك'],
    walletB: ['المحفظة B', 'يصلك رمز على هاتفك'],
  },
  order: 'الطلب',
  status: {
    pending: ['في انتظار الدفع', 'لم تُعلمنا بوابة الدفع بأي دفعة بعد.'],
    back: ['نتحقق من الدفع', 'أهلًا بعودتك. يصبح الطلب مدفوعًا حالما يصل إشعار بوابة الدفع.'],
    code: ['أدخل الرمز', 'أرسلت المحفظة رمزًا إلى هاتفك.'],
    paid: ['تم الدفع. شكرًا لك!', 'كوبك في الطريق إليك.'],
    canceled: ['أُلغي الدفع', 'أُلغيت عملية الدفع ولم يُخصم منك شيء.'],
    failed: ['لم يتم الدفع', 'لم تنجح عملية الدفع ولم يُخصم منك شيء.'],
  },
  facts: { invoice: 'رقم الفاتورة', reference: 'مرجع البوابة', paidAt: 'وقت الدفع', by: 'وسيلة الدفع' },
  toPage: 'انتقل إلى صفحة الدفع',
  again: 'حاول مرة أخرى',
  another: 'اشترِ شيئًا آخر',
  code: 'الرمز',
  sendCode: 'ابدأ من جديد برمز آخر',
  phone: 'افتح هاتف البيئة التجريبية لقراءة الرمز',
  arrived: 'ما الذي وصل',
  nothing: 'لا شيء بعد. تظهر هنا الإشعارات وعمليات الرجوع بترتيب وصولها.',
  byConfirm: 'لا ترسل المحفظة إشعارًا: الرد على طلب التأكيد هو ما يثبت الدفع.',
  from: { callback: 'الإشعار', browser: 'المتصفح' },
  effects: {
    paid: 'أصبح الطلب مدفوعًا.',
    repeated: 'كان الطلب مدفوعًا من قبل، فلم يتغير شيء.',
    canceled: 'أُغلق الطلب لأن الدفع أُلغي.',
    failed: 'أُغلق الطلب لأن الدفع لم يتم.',
    waiting: 'لا يثبت شيئًا عن المبلغ، لذلك ينتظر الطلب الإشعار.',
    forged: 'رُفض ولم يتغير شيء.',
    mismatch: 'سليم لكنه لا يخص هذا الطلب، فرُفض.',
  },
  valid: 'التوقيع صحيح',
  invalid: 'غير سليم',
  orders: 'الطلبات',
  none: 'لا توجد طلبات بعد.',
  columns: ['الطلب', 'المبلغ', 'الحالة', 'ما الذي وصل', 'الوقت'],
  states: { pending: 'في الانتظار', paid: 'مدفوع', canceled: 'ملغى', failed: 'غير مدفوع' },
  notFound: ['الصفحة غير موجودة', 'لا يوجد شيء في هذا العنوان.'],
  refused: ['تعذّر تأكيد هذا الدفع', 'ما عاد به متصفحك غير سليم أو لا يخص أي طلب لدينا. لم يتغير شيء.'],
  choose: 'اختر وسيلة الدفع.',
};

export const words: Readonly<Record<Lang, Words>> = { ar, en };
