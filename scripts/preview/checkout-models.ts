import type {
  CheckoutKind,
  CheckoutPage,
  ResultPage,
  ResultState,
} from '../../src/pages/checkout/page-models.ts';
import type { MessagePage } from '../../src/pages/page-models.ts';
import { type Words, words } from '../../src/pages/words/words.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';
import { at, frame } from './frame.ts';
import { toolDock } from './tool-models.ts';

export function checkout(
  lang: Language,
  kind: CheckoutKind,
  state: 'fresh' | 'wrong' | 'declined' | 'late',
): CheckoutPage {
  const t = words[lang];
  const wrong = state === 'wrong' ? errors(t) : {};
  return {
    ...checkoutFrame(lang, kind),
    expiresAt: at,
    returnUrl: 'https://shop.example/return',
    secondsLeft: state === 'late' ? 97 : 1712,
    warnsAtSeconds: 120,
    notice: state === 'declined' ? t.reasons.insufficient_funds : undefined,
    errors: wrong,
    step: '',
    chosenMethod: undefined,
    code: undefined,
    results: [],
    methods: kind === 'methods' ? methods(lang) : [],
    tools: toolDock(lang, state, wrong, testCards(lang, kind)),
  };
}

export function result(
  lang: Language,
  kind: CheckoutKind,
  state: ResultState,
  tabClosed = false,
): ResultPage {
  return {
    ...checkoutFrame(lang, kind),
    title: words[lang].results[state].heading,
    state,
    reference: '100482',
    endedAt: { iso: at, text: words[lang].dateAndTime(Date.parse(at)) },
    chosenMethod: kind === 'methods' ? words[lang].methodKinds.wallet.names[0]?.name : undefined,
    returnHref: 'http://127.0.0.1:9/return?approved=1&invoice_no=INV-2026-000482&hashed=AB12',
    returnsAtOnce: false,
    tabClosed,
  };
}

export function message(lang: Language): MessagePage {
  const { heading, text } = words[lang].messages.unknown;
  const other = lang === 'ar' ? 'en' : 'ar';
  const otherLanguage = { lang: other, href: `/checkout?lang=${other}` } as const;
  return { ...frame(lang, heading), heading, text, isTesters: false, otherLanguage };
}

function checkoutFrame(lang: Language, kind: CheckoutKind) {
  const other = lang === 'ar' ? 'en' : 'ar';
  return {
    ...frame(lang, words[lang].kinds[kind]),
    token: 'preview-token',
    kind,
    mode: 'test',
    merchant: lang === 'ar' ? 'متجر المدينة' : 'City Books',
    brand: { style: undefined, logo: undefined },
    invoice: 'INV-2026-000482',
    amount: '149.50',
    currency: kind === 'card' ? 'USD' : 'LYD',
    otherLanguage: { lang: other, href: `/checkout?token=preview-token&lang=${other}` },
    watched: undefined,
  } as const;
}

function errors(t: Words) {
  return {
    number: t.errors.numberUnknown,
    expiry: t.errors.expiryInvalid,
    cvc: t.errors.cvcMissing,
    method: t.errors.methodMissing,
    delay: t.errors.delayInvalid,
  };
}

function testCards(lang: Language, kind: CheckoutKind) {
  const { cards } = words[lang];
  if (kind === 'methods') return [];
  const numbers = kind === 'card' ? internationalNumbers : localNumbers;
  return Object.values(cards).map((label, index) => ({
    number: numbers[index] ?? '',
    outcome: 'approve' as const,
    label,
  }));
}

const internationalNumbers = [
  '4111 1111 1111 1111',
  '4000 0000 0000 0002',
  '4000 0000 0000 9995',
  '4000 0000 0000 0069',
  '4000 0000 0000 3220',
  '4000 0000 0000 0119',
];
const localNumbers = [1, 2, 3, 4, 5, 6].map((n) => `9000 0000 0000 000${n}`);

function methods(lang: Language) {
  const { wallet, card } = words[lang].methodKinds;
  const icons = ['wallet', 'bank', 'card', 'card', 'card'];
  return [...wallet.names.slice(0, 2), ...card.names.slice(0, 3)].map(({ name, note }, index) => ({
    value: `method_${index + 1}`,
    label: name,
    note,
    icon: icons[index] ?? 'card',
    chosen: index === 0,
  }));
}
