import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { freshSandbox } from '../support/fresh.ts';
import { requestClients } from './request-clients.ts';
import { shopOf } from './shop.ts';
import { shopClients } from './shop-clients.ts';

const clients = { ...shopClients, ...requestClients };

describe.each(Object.entries(clients))('A client that %s', (_title, client) => {
  const { handlers = {}, use, works = false, config, reason, question } = client;

  it(
    works ? 'needs nothing' : config ? 'needs these settings, and no others' : 'is told why it fails',
    async () => {
      const sandbox = await freshSandbox();
      const shop = await shopOf(handlers);
      expect(await use(sandbox, shop, 'A-1')).toBe(works);
      const { json: verdict } = await sandbox.control('client/check', { ask_app: true });
      expect(verdict.config).toEqual(config ?? {});
      const unsolved = verdict.failures.filter(({ needs }: { needs: string[] }) => needs.length === 0);
      expect(unsolved.map((failure: { reason: string }) => failure.reason)).toEqual(
        reason ? [expect.stringMatching(reason)] : [],
      );
      if (question) expect(verdict.questions.join()).toMatch(question);
      // The trials have paid the orders, and the app may take any message about a paid order.
      const { json: again } = await sandbox.control('client/check', { ask_app: true });
      expect(again).toEqual({ ...verdict, sent_to_app: expect.any(Number) });
      const { json: shown } = await sandbox.control('client/check', { ask_app: false });
      expect(shown.config).toEqual(verdict.config);
    },
  );

  it.runIf(config)('works with them, and needs nothing more', async () => {
    const { names, settings } = checkedConfig({ ...config }, '.');
    const sandbox = await freshSandbox({ names, settings });
    const shop = await shopOf(handlers);
    expect(await use(sandbox, shop, 'A-1')).toBe(true);
    const { json: verdict } = await sandbox.control('client/check', { ask_app: true });
    expect([verdict.failures, verdict.proposals, verdict.config]).toEqual([[], [], config]);
  });
});
