import { type DeliveryOrder, deliveryOrders } from '../../src/settings/delivery.ts';
import { type Sequence, type Step, sequenceSvg } from './sequence-svg.ts';

/** The guides' sequence diagrams by path: both flows and the five orders, in English and Arabic. */
export function diagramFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(languages).flatMap(([language, says]) =>
      Object.entries(picturesIn(says)).map(([name, picture]) => [
        `docs/pictures/${name}-${language}.svg`,
        sequenceSvg({ ...picture, isRightToLeft: language === 'ar' }),
      ]),
    ),
  );
}

const english = {
  customer: 'Customer',
  browser: 'Customer’s browser',
  app: 'Your app',
  gateway: 'Gateway (sandbox)',
  codeFlow: 'A payment with a one-time code',
  checkoutFlow: 'A payment on a hosted page',
  ordersTitle: 'The five orders of callback and return',
  buys: 'buys, gives a phone number',
  sms: 'the code, by SMS',
  typesCode: 'types the code',
  paid: 'paid',
  thanks: 'thank you',
  checksOut: 'checks out',
  redirect: 'redirect to the hosted page',
  paysOnPage: 'pays on the hosted page',
  pays: 'pays',
  callback: 'callback, signed',
  return: 'return, signed',
  backTo: 'back to return_url',
  orderState: 'the order’s state',
  lostCallback: 'callback, lost',
  noReturn: 'closes the tab',
  captions: {
    together: 'Both at once, as on a good day',
    'callback-first': 'The browser waits until your app has responded to the callback',
    'return-first': 'The browser is back before the callback is sent',
    'callback-only': 'The customer closes the tab and never comes back',
    'return-only': 'The callback is lost',
  },
} as const;

type Words = {
  readonly [Name in Exclude<keyof typeof english, 'captions'>]: string;
} & { readonly captions: Readonly<Record<DeliveryOrder, string>> };

const arabic: Words = {
  customer: 'الزبون',
  browser: 'متصفح الزبون',
  app: 'تطبيقك',
  gateway: 'البوابة (البيئة التجريبية)',
  codeFlow: 'عملية دفع برمز تحقق',
  checkoutFlow: 'عملية دفع في صفحة الدفع الإلكتروني',
  ordersTitle: 'ترتيبات وصول الإشعار والرجوع الخمسة',
  buys: 'يشتري ويدخل رقم هاتفه',
  sms: 'رمز التحقق في رسالة',
  typesCode: 'يكتب الرمز',
  paid: 'تم الدفع',
  thanks: 'شكرًا لك',
  checksOut: 'يطلب الدفع',
  redirect: 'تحويل إلى صفحة الدفع',
  paysOnPage: 'يدفع في صفحة الدفع',
  pays: 'يدفع',
  callback: 'الإشعار، موقَّعًا',
  return: 'الرجوع، موقَّعًا',
  backTo: 'عودة إلى return_url',
  orderState: 'حالة الطلب',
  lostCallback: 'الإشعار يضيع',
  noReturn: 'يغلق الصفحة',
  captions: {
    together: 'يصلان في الوقت نفسه، كما في الأحوال العادية',
    'callback-first': 'ينتظر المتصفح حتى يردّ تطبيقك على الإشعار',
    'return-first': 'يرجع المتصفح قبل إرسال الإشعار',
    'callback-only': 'يغلق الزبون الصفحة ولا يرجع',
    'return-only': 'يضيع الإشعار',
  },
};

const languages = { en: english, ar: arabic };
const [customer, app, gateway] = [0, 1, 2];

function picturesIn(says: Words) {
  return {
    'flow-code': { title: says.codeFlow, sequences: [codeFlow(says)] },
    'flow-checkout': { title: says.checkoutFlow, sequences: [checkoutFlow(says)] },
    orders: { title: says.ordersTitle, sequences: deliveryOrders.map((order) => orderOf(order, says)) },
  };
}

function codeFlow(says: Words): Sequence {
  return {
    columns: [says.customer, says.app, says.gateway],
    steps: [
      { from: customer, to: app, text: says.buys },
      { from: app, to: gateway, text: 'POST …/verify' },
      { from: gateway, to: customer, text: says.sms },
      { from: gateway, to: app, text: 'process_id', kind: 'reply' },
      { from: customer, to: app, text: says.typesCode },
      { from: app, to: gateway, text: 'POST …/confirm' },
      { from: gateway, to: app, text: `transaction_id: ${says.paid}`, kind: 'reply' },
      { from: app, to: customer, text: says.thanks, kind: 'reply' },
    ],
  };
}

function checkoutFlow(says: Words): Sequence {
  return {
    columns: [says.browser, says.app, says.gateway],
    steps: [
      { from: customer, to: app, text: says.checksOut },
      { from: app, to: gateway, text: 'POST …/confirm' },
      { from: gateway, to: app, text: 'redirect_url', kind: 'reply' },
      { from: app, to: customer, text: says.redirect, kind: 'reply' },
      { from: customer, to: gateway, text: says.paysOnPage },
      { from: gateway, to: app, text: says.callback, kind: 'signed' },
      { from: app, to: gateway, text: '200', kind: 'reply' },
      { from: gateway, to: customer, text: says.backTo, kind: 'reply' },
      { from: customer, to: app, text: says.return, kind: 'signed' },
      { from: app, to: customer, text: says.orderState, kind: 'reply' },
    ],
  };
}

function orderOf(order: DeliveryOrder, says: Words): Sequence {
  const pays: Step = { from: customer, to: gateway, text: says.pays };
  const callback: Step = { from: gateway, to: app, text: says.callback, kind: 'signed' };
  const ok: Step = { from: app, to: gateway, text: '200', kind: 'reply' };
  const back: Step = { from: customer, to: app, text: says.return, kind: 'signed' };
  const steps: Readonly<Record<DeliveryOrder, readonly Step[]>> = {
    together: [callback, { ...back, isAtOnce: true }],
    'callback-first': [callback, ok, back],
    'return-first': [back, callback],
    'callback-only': [callback, { ...back, text: says.noReturn, kind: 'lost', isAtOnce: true }],
    'return-only': [back, { ...callback, text: says.lostCallback, kind: 'lost', isAtOnce: true }],
  };
  return {
    heading: order,
    caption: says.captions[order],
    columns: [says.browser, says.app, says.gateway],
    steps: [pays, ...steps[order]],
  };
}
