import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { viewsDir } from '../../src/host/paths.ts';
import { pageHeaders } from '../../src/http/security-headers.ts';
import { render, type ViewName } from '../../src/pages/render.ts';
import { stylesheet } from '../../src/pages/stylesheet.ts';
import type { Language } from '../../src/pages/words/words.ts';
import { checkout, message, result } from './checkout-models.ts';
import { version } from './frame.ts';
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

/** Serves each sample at `/<name>?lang=` with the production headers. The inbox has no events. */
export function servePages(): Server {
  return createServer((request, response) => void answer(request, response));
}

function customer(view: ViewName, model: Sample['model']): Sample {
  return { view, model, languages: ['ar', 'en'] };
}

function tester(view: ViewName, model: Sample['model']): Sample {
  return { view, model, languages: ['en'] };
}

/** Generated files. The preview has no events. */
const made: Readonly<Record<string, () => string>> = {
  'sandbox.css': stylesheet,
  'event-types.js': () => 'export const events = [];',
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://preview');
  const asset = pathname.split(`/assets/${version}/`)[1];
  if (asset) {
    const bytes = made[asset]?.() ?? (await readFile(join(viewsDir, 'assets', asset)));
    response.writeHead(200, { 'Content-Type': mediaTypes[extname(asset)] ?? 'text/plain' }).end(bytes);
    return;
  }
  if (pathname === '/_sandbox/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
    return;
  }
  const sample = samples[pathname.slice(1)];
  if (!sample) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[]}');
    return;
  }
  const lang = searchParams.get('lang') === 'ar' ? 'ar' : 'en';
  response.writeHead(200, pageHeaders).end(render(sample.view, sample.model(lang)));
}
