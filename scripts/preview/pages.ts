import type { ViewName } from '../../src/pages/render.ts';
import { type Language, languages } from '../../src/protocol/vocabulary.ts';
import { checkout, message, result } from './checkout-models.ts';
import { challenge, code, methodCard } from './step-models.ts';
import { inbox, list, notFound, overview, signIn } from './tester-models.ts';

interface Sample {
  readonly view: ViewName;
  readonly languages: readonly Language[];
  readonly model: (lang: Language) => object;
}

/** Every page in its possible states, by picture name. */
export const samples: Readonly<Record<string, Sample>> = {
  'local-card': customer('checkout/local-card', (lang) => checkout(lang, 'local-card', 'fresh')),
  'local-card-wrong': customer('checkout/local-card', (lang) => checkout(lang, 'local-card', 'wrong')),
  card: customer('checkout/card', (lang) => checkout(lang, 'card', 'fresh')),
  'card-declined': customer('checkout/card', (lang) => checkout(lang, 'card', 'declined')),
  'card-late': customer('checkout/card', (lang) => checkout(lang, 'card', 'late')),
  'card-wrong': customer('checkout/card', (lang) => checkout(lang, 'card', 'wrong')),
  methods: customer('checkout/methods', (lang) => checkout(lang, 'methods', 'fresh')),
  'methods-wrong': customer('checkout/methods', (lang) => checkout(lang, 'methods', 'wrong')),
  'local-code': customer('checkout/code', (lang) => code(lang, 'local-card', 'active')),
  'local-code-another': customer('checkout/code', (lang) => code(lang, 'local-card', 'another')),
  'method-code': customer('checkout/code', (lang) => code(lang, 'methods', 'active')),
  'code-wrong': customer('checkout/code', (lang) => code(lang, 'local-card', 'wrong')),
  'code-expired': customer('checkout/code', (lang) => code(lang, 'methods', 'expired')),
  'code-locked': customer('checkout/code', (lang) => code(lang, 'local-card', 'locked')),
  'method-card': customer('checkout/method-card', (lang) => methodCard(lang, 'fresh')),
  'method-card-declined': customer('checkout/method-card', (lang) => methodCard(lang, 'declined')),
  challenge: customer('checkout/challenge', (lang) => challenge(lang, 'challenge')),
  'challenge-waiting': customer('checkout/challenge', (lang) => challenge(lang, 'waiting')),
  'result-paid': customer('checkout/result', (lang) => result(lang, 'methods', 'paid')),
  'result-canceled': customer('checkout/result', (lang) => result(lang, 'card', 'canceled')),
  'result-declined': customer('checkout/result', (lang) => result(lang, 'local-card', 'declined')),
  'result-expired': customer('checkout/result', (lang) => result(lang, 'local-card', 'expired')),
  'result-tab-closed': customer('checkout/result', (lang) => result(lang, 'card', 'paid', true)),
  message: customer('message', message),
  'not-found': tester('dashboard/not-found', notFound),
  'sign-in': tester('sign-in', () => signIn(false)),
  'sign-in-wrong': tester('sign-in', () => signIn(true)),
  inbox: customer('inbox', (lang) => inbox('full', lang)),
  'inbox-empty': tester('inbox', () => inbox('empty')),
  'inbox-search': tester('inbox', () => inbox('search')),
  overview: tester('dashboard/overview', () => overview(true)),
  'overview-empty': tester('dashboard/overview', () => overview(false)),
  transactions: tester('dashboard/transactions', () => list('transactions', true)),
  requests: tester('dashboard/requests', () => list('requests', true)),
  callbacks: tester('dashboard/callbacks', () => list('callbacks', true)),
  'callbacks-empty': tester('dashboard/callbacks', () => list('callbacks', false)),
};

function customer(view: ViewName, model: Sample['model']): Sample {
  return { view, model, languages };
}

function tester(view: ViewName, model: Sample['model']): Sample {
  return { view, model, languages: ['en'] };
}
