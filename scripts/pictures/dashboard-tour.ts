import { call, open, type Picture, payByCard, useTools, type Visit } from './visit.ts';

/** The pictures of the dashboard, except the inbox. */
export const dashboardPictures: Readonly<Record<string, Picture>> = {
  dashboard: { reach: toDashboard, width: 1280, height: 800 },
  timeline: { reach: toTimeline, height: 780 },
  request: { reach: toRequest, height: 960 },
  callback: { reach: toCallback, height: 760 },
  signature: { reach: toSignature, height: 900 },
  account: { reach: (visit) => to(visit, 'account'), height: 900, theme: 'dark' },
  faults: { reach: toFaults, height: 820 },
  clock: { reach: toClock, height: 760 },
  settings: { reach: (visit) => to(visit, 'settings'), height: 760 },
};

async function toDashboard(visit: Visit): Promise<void> {
  await toResult(visit);
  await visit.sandbox.callbacks.settled();
  await to(visit, '');
}

async function toTimeline(visit: Visit): Promise<void> {
  await open(visit, 'localbankcards', 'en');
  await payByCard(visit.page, '9111 1111 1111 1111');
  const number = await visit.page.getByTestId('phone-number').getAttribute('data-mobile-number');
  const { code } = await visit.sandbox.otp(number ?? '');
  await visit.page.getByTestId('code').fill(code);
  await visit.page.getByTestId('pay').click();
  await visit.page.waitForURL('**/return?**');
  await visit.sandbox.callbacks.settled();
  const [transaction] = (await visit.sandbox.transactions.list()).data;
  await to(visit, `transactions/${transaction?.transaction_id}`);
  await visit.page.getByRole('heading', { name: 'Timeline' }).evaluate((heading) => heading.scrollIntoView());
}

async function to({ page, sandbox }: Visit, path: string): Promise<void> {
  await page.goto(`${sandbox.url}/_sandbox/${path}`);
}

async function toRequest(visit: Visit): Promise<void> {
  await call(visit.sandbox, 'walletA/verify', {
    mobile_number: '0912345678',
    birth_year: '1990',
    amount: '500.01',
  });
  await to(visit, 'requests/1');
}

async function toCallback(visit: Visit): Promise<void> {
  await toResult(visit);
  await visit.sandbox.callbacks.settled();
  await to(visit, 'callbacks/1');
}

/** A message to a merchant whose code sorted the keys before signing. */
async function toSignature(visit: Visit): Promise<void> {
  await toResult(visit);
  await visit.sandbox.callbacks.settled();
  const [callback] = (await visit.sandbox.callbacks.list()).data;
  const sorted = callback?.signed_string.split('&').sort().join('&') ?? '';
  await to(visit, 'signature');
  await visit.page.getByLabel('What arrived').fill(callback?.body ?? '');
  await visit.page.getByLabel('String that your code built').fill(sorted);
  await visit.page.getByRole('button', { name: 'Check it' }).click();
  await visit.page.getByRole('heading', { name: 'Signature doctor' }).waitFor();
}

async function toFaults(visit: Visit): Promise<void> {
  await visit.sandbox.faults.add({ effect: { past_timeout: '30s' }, match: { gateway: 'cardgw' } });
  await to(visit, 'faults');
}

async function toClock(visit: Visit): Promise<void> {
  await call(visit.sandbox, 'walletB/verify', { mobile_number: '0945678901', amount: '12.00' });
  await visit.sandbox.clock.advance('90s');
  await to(visit, 'clock');
}

async function toResult(visit: Visit): Promise<void> {
  await open(visit, 'aggregator', 'en');
  await useTools(visit.page);
  await visit.page.getByTestId('tool-approve').click();
  await visit.page.getByTestId('result-status').waitFor();
}
