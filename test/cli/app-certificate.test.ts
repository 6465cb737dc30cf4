import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';
import { tlsMerchant } from '../support/tls-merchant.ts';

it('doctor reaches an app whose CA is in NODE_EXTRA_CA_CERTS', async () => {
  const { url } = await started();
  const authority = makeAuthority(Date.now());
  const app = await tlsMerchant(makeLeaf(authority, ['127.0.0.1'], Date.now()));
  const ca = join(testFolder(), 'app-ca.pem');
  writeFileSync(ca, authority.certificate.toString());
  const said = async (env = {}) => {
    const { stdout, stderr } = await cliResult(['doctor', '--url', url, '--merchant-url', app.url], { env });
    return stdout + stderr;
  };
  const refused = /signed by an unknown authority|unable to verify the first certificate/;
  expect(await said()).toMatch(refused);
  expect(await said({ NODE_EXTRA_CA_CERTS: ca })).not.toMatch(refused);
});
