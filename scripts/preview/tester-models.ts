import type { FilteredList, OverviewPage } from '../../src/pages/dashboard/page-models.ts';
import type { SignInPage } from '../../src/pages/page-models.ts';
import type {
  CallbackRow,
  InboxPage,
  NotFoundPage,
  OtpCard,
  RequestRow,
  TesterFrame,
  TransactionRow,
} from '../../src/pages/tester-models.ts';
import { type Language, words } from '../../src/pages/words/words.ts';
import { at, frame } from './frame.ts';

export function signIn(isWrong: boolean): SignInPage {
  return { ...frame('en', 'Token needed'), isWrong };
}

export function notFound(): NotFoundPage {
  const { heading, text } = words.en.messages.noPage;
  return { ...testerFrame('not-found', heading), heading, text };
}

const lastCode = { code: '482913', amount: '25.00', currency: 'LYD', at, ids: [1] } as const;

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
    accountName: 'demo',
    credentials: [
      { label: 'API key', value: 'demo_api_key' },
      { label: 'Access token, test', value: 'demo_test_token' },
      { label: 'Access token, live', value: 'demo_live_token' },
      { label: 'Secret key', value: 'demo_secret_key' },
    ],
    snippets: [
      { id: 'dotenv', name: '.env', text: 'GATEWAY_URL=http://127.0.0.1:4700' },
      { id: 'curl', name: 'curl', text: curl },
    ],
    refusals: full
      ? [{ what: 'INVALID_INPUTS', count: 3, href: '/_sandbox/requests?code=INVALID_INPUTS' }]
      : [],
    lint: full
      ? [{ what: 'the live service accepts HTTPS only', count: 12, href: '/_sandbox/requests?lint=with' }]
      : [],
    tallied: 5000,
    cursor: '41',
    transactions: full ? transactions : [],
    requests: full ? requests : [],
    callbacks: full ? callbacks : [],
  };
}

const unpaid = [
  {
    processId: '1000000000001',
    href: '/_sandbox/inbox/0912345678',
    mobileNumber: '0912345678',
    gateway: 'walletA',
    mode: 'live',
    amount: '149.50',
    currency: 'LYD',
    code: 'active',
    at: '2026-01-15T12:00:00.000Z',
  },
];

export function list(
  section: 'transactions' | 'requests' | 'callbacks',
  full: boolean,
): FilteredList<object> {
  const rows = { transactions, requests, callbacks }[section];
  return {
    ...testerFrame(section, section),
    rows: full ? rows : [],
    filters: [
      { name: 'status', label: 'Status', value: '', choices: [{ value: 'held', label: 'held' }] },
      { name: 'invoice_no', label: 'Invoice number', value: '', choices: undefined },
    ],
    isFiltered: false,
    newest: '9',
    cursor: '41',
    olderHref: full ? '?before=9' : undefined,
    kept: 10_000,
    newestHref: undefined,
    exports: [{ label: 'CSV', href: `/_sandbox/${section}/export/csv`, isFile: true }],
    ...(section === 'transactions' && { unpaid }),
    ...(section === 'callbacks' && { retryChoices: [{ value: '1h', label: 'the last hour' }] }),
  };
}

function testerFrame(
  section: TesterFrame['section'],
  title: string,
  banners: TesterFrame['banners'] = [],
): TesterFrame {
  return { ...frame('en', `${title} · gateway-sandbox`), section, baseUrl: 'http://127.0.0.1:4700', banners };
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
    secondsLeft: 287 - index * 60,
    currency: 'LYD',
    message: { lang: 'ar', text: `رمز التحقق: ${code} لدفع 25.00 د.ل. لا تشاركه مع أحد.` },
    invoice: state === 'used' ? 'INV-2026-000482' : undefined,
    transactionHref: state === 'used' ? '/_sandbox/transactions/100482' : undefined,
  };
}

const curl = `curl http://127.0.0.1:4700/api/v1/transaction/walletA/verify \\
  -H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key' \\
  -d mobile_number=0912345678 -d birth_year=1990 -d amount=25.00`;

const verdicts: Readonly<Record<TransactionRow['status'], TransactionRow['verdict']>> = {
  completed: { kind: 'told', text: 'Paid. Your app was told and answered 200.' },
  started: { kind: 'waiting', text: 'Waiting for the customer.' },
  canceled: { kind: 'retrying', text: 'Canceled. Your app does not know yet: attempt 3 answered 500.' },
  declined: { kind: 'unaware', text: 'Declined, and your app does not know: attempt 5 answered 500.' },
  expired: { kind: 'forged', text: 'Your app accepted a forged callback.' },
};

const transactions: TransactionRow[] = (
  ['completed', 'started', 'canceled', 'declined', 'expired'] as const
).map((status, index) => ({
  id: String(100_482 - index),
  href: `/_sandbox/transactions/${100_482 - index}`,
  invoice: `INV-2026-00${482 - index}`,
  gateway: ['localbankcards', 'cardgw', 'aggregator', 'cardgw', 'walletA'][index] ?? '',
  mode: 'test',
  amount: '149.50',
  currency: index % 2 ? 'USD' : 'LYD',
  status,
  verdict: verdicts[status],
  at,
}));

const requests: RequestRow[] = [200, 200, 422, 401, 429].map((status, index) => ({
  id: String(index),
  href: `/_sandbox/requests/${index}`,
  at,
  method: 'POST',
  path: '/api/v1/transaction/localbankcards/confirm',
  status,
  code: [undefined, undefined, 'INVALID_INPUTS', 'UNAUTHORIZED', 'TOO_MAY_REQUESTS'][index],
  durationMs: index + 1,
}));

const callbacks: CallbackRow[] = (['delivered', 'pending', 'exhausted', 'held', 'dropped'] as const).map(
  (status, index) => ({
    id: String(index),
    href: `/_sandbox/callbacks/${index}`,
    transactionId: String(100_482 - index),
    gateway: 'aggregator',
    method: 'POST',
    url: 'http://localhost:3000/payments/callback?shop=tripoli',
    status,
    attempts: index,
    lastOutcome: status === 'delivered' ? '200 OK' : 'connect ECONNREFUSED 127.0.0.1:3000',
    nextAttemptAt: status === 'pending' ? at : undefined,
  }),
);

const maintenance = {
  text: 'Maintenance mode is on: every request is answered with MAINTENANCE_MODE.',
  href: '/_sandbox/settings#maintenance_mode',
  way: 'Settings',
};
