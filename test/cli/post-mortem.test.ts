import { expect, it, onTestFinished } from 'vitest';
import { postMortem } from '../../src/cli/post-mortem.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { mostJudged } from '../../src/journal/verdict-list.ts';
import { runSandbox } from '../../src/sandbox/run.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

it('The report of exec finds a lost response behind a whole page of others, and counts to 1,000', async () => {
  const running = await runSandbox(await loadConfig({ port: 0 }, {}, '/'));
  onTestFinished(() => running.stop());
  const confirm = merchantCall(rightFields['cardgw/confirm']);
  await fetch(`${running.url}/api/v1/transaction/cardgw/confirm`, confirm);
  const { store } = running.sandbox.runtime;
  const [open] = store.transactions.list({}, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (!open) throw new Error('no payment');
  // Without a checkout, as if the app had confirmed them with a code.
  const completed = { ...open, status: 'completed', decidedAt: open.createdAt } as const;
  await store.commit(() => {
    store.transactions.insert({ ...completed, invoiceNo: 'LOST', answerLost: 'fault 1' });
    for (let at = 0; at < mostJudged; at += 1) {
      store.transactions.insert({ ...completed, invoiceNo: `GOOD-${at}` });
      store.transactions.insert({ ...open, invoiceNo: `OPEN-${at}` });
    }
  });
  const said = await postMortem(running);
  expect(said).toMatch(/Payments whose response did not reach your app\n\n(?:.+\n)*invoice +LOST\n/);
  expect(said).toContain('These are the newest 10 of more than 1,000. ');
  expect(said).not.toContain('GOOD-');
});
