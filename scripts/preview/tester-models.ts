import type { OverviewPage } from '../../src/pages/dashboard/overview-model.ts';
import type { FilteredList } from '../../src/pages/dashboard/page-models.ts';
import type { NotFoundPage } from '../../src/pages/not-found.ts';
import type { SignInPage } from '../../src/pages/page-models.ts';
import type { InboxPage, OtpCard, TesterFrame } from '../../src/pages/tester-models.ts';
import { words } from '../../src/pages/words/words.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';
import { callbacks } from './callback-rows.ts';
import { at, frame } from './frame.ts';
import { curl, maintenance, requests, transactions, unpaid } from './tester-rows.ts';

export function signIn(isWrong: boolean): SignInPage {
  return {
    ...frame('en', words.en.dashboard.signIn.title),
    answersAddress: undefined,
    isWrong,
    path: '/_sandbox/',
    asked: [],
    otherLanguage: { lang: 'ar', href: '?lang=ar' },
  };
}

export function notFound(): NotFoundPage {
  const { heading, text } = words.en.messages.noPage;
  return { ...testerFrame('not-found', heading), heading, text };
}

const lastCode = { code: '482913', amount: '25.00', currency: 'LYD', at, codes: ['1-0-482913'] } as const;

export function inbox(kind: 'full' | 'empty' | 'search', lang: Language = 'en'): InboxPage {
  return {
    ...testerFrame('inbox', 'Phone'),
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    search: kind === 'search' ? '0919999999' : '',
    number: undefined,
    numbers:
      kind === 'empty'
        ? []
        : [
            { ...lastCode, number: '0912345678' },
            { ...lastCode, number: '0945550123' },
          ],
    otps:
      kind === 'full'
        ? (['active', 'active', 'used', 'expired', 'superseded', 'locked'] as const).map(otp)
        : [],
    cursor: '41',
    sampleCurl: curl,
  };
}

export function overview(full: boolean): OverviewPage {
  return {
    ...testerFrame('overview', 'Overview', full ? [maintenance] : []),
    isNew: !full,
    attention: full
      ? [
          {
            kind: 'forged',
            icon: 'forged',
            title: 'Your app accepted a forged callback',
            payments: [{ invoice: 'INV-5', href: '/_sandbox/transactions/5', detail: '149.50 LYD' }],
            link: { label: 'See what it accepted', href: '/_sandbox/transactions/5' },
          },
          {
            kind: 'refused',
            icon: 'alert',
            title: 'Rejected: 3 API calls',
            tallies: [{ what: 'INVALID_INPUTS', count: 3, href: '/_sandbox/requests?code=INVALID_INPUTS' }],
            link: { label: 'Show calls', href: '/_sandbox/requests' },
          },
        ]
      : [],
    keysOf: 'demo',
    keysName: 'Demo Shop',
    areMasked: false,
    shopGateways: ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator'],
    credentials: [
      { label: 'API key', value: { text: 'demo_api_key' } },
      { label: 'Access token, test', value: { text: 'demo_test_token' } },
      { label: 'Access token, live', value: { text: 'demo_live_token' } },
      { label: 'Secret key', value: { text: 'demo_secret_key' } },
    ],
    snippets: [
      { id: 'dotenv', name: '.env', text: 'GATEWAY_URL=http://127.0.0.1:4700' },
      { id: 'curl', name: 'curl', text: curl },
    ],
    cursor: '41',
    transactions: full ? transactions : [],
    calls: full ? requests.map((each) => ({ ...each, age: '6 min' })) : [],
  };
}

export function list(
  section: 'transactions' | 'requests' | 'callbacks',
  full: boolean,
): FilteredList<object> {
  const rows = { transactions, requests, callbacks }[section];
  return {
    ...testerFrame(section, section),
    rows: full ? rows : [],
    mainFilter: { name: 'status', label: 'Status', value: '', choices: [{ value: 'held', label: 'held' }] },
    pills: ['', 'held'].map((kind) => ({
      kind,
      label: kind || 'All',
      href: `/_sandbox/${section}?status=${kind}`,
      isCurrent: kind === '',
      count: kind === '' ? '38' : '2',
    })),
    filters: [{ name: 'invoice_no', label: 'Invoice number', value: '', choices: undefined }],
    isFiltered: false,
    newest: '9',
    cursor: '41',
    olderHref: full ? '?before=9' : undefined,
    isCut: false,
    kept: 10_000,
    newestHref: undefined,
    exports: [{ label: 'CSV', href: `/_sandbox/${section}/export/csv`, isFile: true }],
    ...(section === 'transactions' && { unpaid, mostJudged: 1000 }),
    ...(section === 'callbacks' && { retryChoices: [{ value: '1h', label: 'the last hour' }] }),
  };
}

function testerFrame(
  section: TesterFrame['section'],
  title: string,
  chips: TesterFrame['chips'] = [],
): TesterFrame {
  return {
    ...frame('en', `${title} · gateway-sandbox`),
    section,
    theme: 'system',
    baseUrl: 'http://127.0.0.1:4700',
    otherLanguage: { lang: 'ar', to: '/_sandbox/' },
    now: at,
    isFrozen: false,
    run: '',
    since: '41',
    account: '',
    accountName: 'Demo Shop',
    accountLinks: [],
    accountQuery: '',
    query: '',
    chips,
    railCounts: {
      requests: { text: '6', what: 'rejected in the last hour' },
      callbacks: { text: '3', what: 'failed, retrying or forged' },
      inbox: { text: '2', what: 'active' },
      faults: { text: '', what: 'active' },
    },
  };
}

function otp(state: OtpCard['state'], index: number): OtpCard {
  const code = String(482_913 + index * 31_337).slice(0, index === 1 ? 4 : 6);
  return {
    id: `otp_${index}`,
    code,
    mobileNumber: index === 1 ? '0945550123' : '0912345678',
    gateway: index === 1 ? 'walletB' : 'walletA',
    mode: index === 3 ? 'live' : 'test',
    amount: '25.00',
    state,
    wrongTries: state === 'locked' ? 5 : index % 2,
    createdAt: at,
    expiresAt: at,
    secondsLeft: String(287 - index * 60),
    timeLeft: words.en.time(287 - index * 60),
    currency: 'LYD',
    lang: 'ar',
    ...(state === 'active' && { message: `رمز التحقق: ${code} لدفع 25.00 د.ل. لا تشاركه مع أحد.` }),
    invoice: state === 'used' ? 'INV-2026-000482' : undefined,
    transactionHref: state === 'used' ? '/_sandbox/transactions/100482' : undefined,
  };
}
