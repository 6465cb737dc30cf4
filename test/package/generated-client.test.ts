import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { merchantProject } from './merchant-project.ts';
import { succeeded } from './npm.ts';

const documents = join(import.meta.dirname, '../../docs/openapi');
let folder: string;

/** Generates a client from each document with a public generator, like its users. */
beforeAll(async () => {
  const project = await merchantProject();
  folder = join(project.folder, 'generated');
  project.write('generated/package.json', '{"type":"module"}');
  for (const name of ['control', 'merchant']) {
    const files = ['-i', join(documents, `${name}.json`), '-o', join(folder, name)];
    await succeeded(project.run('npx', ['openapi-ts', ...files]));
  }
}, 240_000);

describe('A client that a public generator makes of the documents', () => {
  it('takes a payment by the merchant API, reading the code by the control API', async () => {
    const sandbox = await freshSandbox();
    const baseUrl = await sandbox.listen();
    const merchant = await import(join(folder, 'merchant/index.ts'));
    const control = await import(join(folder, 'control/index.ts'));
    const { client: merchantClient } = await import(join(folder, 'merchant/client.gen.ts'));
    const { client: controlClient } = await import(join(folder, 'control/client.gen.ts'));
    controlClient.setConfig({ baseUrl });
    merchantClient.setConfig({
      baseUrl,
      auth: ({ type }: { type: string }) => (type === 'http' ? 'demo_test_token' : 'demo_api_key'),
    });

    const verified = await merchant.walletBVerify({
      body: { mobile_number: '0945678901', amount: '10.00' },
      throwOnError: true,
    });
    const query = { mobile_number: '0945678901', wait: '5s' };
    const { data: otp } = await control.latestOtp({ query, throwOnError: true });
    const confirmed = await merchant.walletBConfirm({
      body: {
        process_id: String(verified.data.result.process_id),
        code: otp.code,
        amount: '10.00',
        invoice_no: 'G-1',
      },
      throwOnError: true,
    });
    expect(confirmed.data).toEqual({
      status: 200,
      result: { transaction_id: 100_001, amount: '10.00' },
      message: 'Transaction completed successfully',
    });
    const { data } = await control.getTransaction({ path: { id: '100001' }, throwOnError: true });
    expect([data.invoice_no, data.status, data.timeline.length > 3]).toEqual(['G-1', 'completed', true]);
  });

  it('gets a refusal as the document types it', async () => {
    const sandbox = await freshSandbox();
    const { client } = await import(join(folder, 'control/client.gen.ts'));
    client.setConfig({ baseUrl: await sandbox.listen() });
    const control = await import(join(folder, 'control/index.ts'));
    const { error, response } = await control.getTransaction({ path: { id: '7' } });
    expect([response.status, error.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});
