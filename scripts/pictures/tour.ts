import { dashboardPictures } from './dashboard-tour.ts';
import { call, open, type Picture, payByCard, useTools, type Visit } from './visit.ts';

// The bank's gradient makes pictures large. A phone shows less of it.
const phone = { width: 390, height: 780 };

// The tester tools are beside a wide page.
const desk = { width: 1240, height: 720 };

/** The pictures of `docs/pages.md`, by file name. */
export const pictures: Readonly<Record<string, Picture>> = {
  'local-card-en': { ...phone, reach: (visit) => open(visit, 'localbankcards', 'en') },
  'local-card-ar': { ...phone, reach: (visit) => open(visit, 'localbankcards', 'ar') },
  'code-ar': { ...phone, reach: (visit) => toCode(visit, 'ar') },
  'card-en': { reach: (visit) => open(visit, 'cardgw', 'en') },
  'card-ar-dark': { theme: 'dark', reach: (visit) => open(visit, 'cardgw', 'ar') },
  'challenge-en': { reach: toChallenge, height: 860 },
  'methods-en': { reach: (visit) => open(visit, 'aggregator', 'en') },
  'methods-ar': { reach: (visit) => open(visit, 'aggregator', 'ar') },
  'result-en': { reach: (visit) => toResult(visit, 'en'), height: 640 },
  'result-ar': { reach: (visit) => toResult(visit, 'ar'), height: 640 },
  'time-warning-en': { reach: toTimeWarning, height: 560 },
  'desk-en': { ...desk, reach: (visit) => toDesk(visit, 'en') },
  'desk-ar': { ...desk, reach: (visit) => toDesk(visit, 'ar') },
  'tester-tools-en': { reach: toTools, height: 1060 },
  inbox: { reach: toInbox, height: 700 },
  'inbox-narrow': { reach: toInbox, width: 380, height: 700 },
  ...dashboardPictures,
};

async function toCode(visit: Visit, lang: string): Promise<void> {
  await open(visit, 'localbankcards', lang);
  await payByCard(visit.page, '9111 1111 1111 1111');
  await visit.page.getByTestId('code').fill('48');
}

async function toChallenge(visit: Visit): Promise<void> {
  await open(visit, 'cardgw', 'en');
  await payByCard(visit.page, '4000 0000 0000 3220');
  await visit.page.getByTestId('challenge-authenticated').waitFor();
}

async function toResult(visit: Visit, lang: string): Promise<void> {
  await open(visit, 'aggregator', lang);
  await useTools(visit.page);
  await visit.page.getByTestId('tool-approve').click();
  await visit.page.getByTestId('result-status').waitFor();
}

async function toTimeWarning(visit: Visit): Promise<void> {
  await open(visit, 'aggregator', 'en');
  await visit.sandbox.clock.advance('28m');
  await visit.page.reload();
  await visit.page.getByTestId('extend').waitFor();
}

async function toDesk(visit: Visit, lang: string): Promise<void> {
  await open(visit, 'aggregator', lang);
  await visit.page.getByTestId('method-3').check();
}

async function toTools(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, 'aggregator', 'en');
  await page.getByTestId('method-2').check();
  await useTools(page);
  await page.getByTestId('order').selectOption('return-first');
  await page.getByTestId('delay').fill('5s');
  await page.getByTestId('tamper').selectOption('amount');
  await page.getByText('After the browser returns, plus').waitFor();
  await page.getByTestId('tools').evaluate((panel) => panel.scrollIntoView());
}

async function toInbox({ page, sandbox }: Visit): Promise<void> {
  await call(sandbox, 'walletB/verify', { mobile_number: '0945678901', amount: '12.00' });
  await call(sandbox, 'walletA/verify', {
    mobile_number: '0912345678',
    birth_year: '1990',
    amount: '149.50',
  });
  await page.goto(`${sandbox.url}/_sandbox/inbox`);
  await page.locator('[data-live="on"]').waitFor();
}
