import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';
import { tlsMerchant } from '../support/tls-merchant.ts';

it('doctor names NODE_EXTRA_CA_CERTS for an app whose CA is unknown, and reaches it with that', async () => {
  const { url } = await started();
  const authority = makeAuthority(Date.now());
  const app = await tlsMerchant(makeLeaf(authority, ['127.0.0.1'], Date.now()));
  const ca = join(testFolder(), 'app-ca.pem');
  writeFileSync(ca, authority.certificate.toString());
  const said = async (env = {}) => {
    const { stdout, stderr } = await cliResult(['doctor', '--url', url, '--merchant-url', app.url], { env });
    return stdout + stderr;
  };
  const untrusted =
    /^bad {2}merchant +https:\S+ gave no answer: the TLS certificate of 127\.0\.0\.1:\d+ is signed by an unknown authority\n +(.*)$/m;
  expect(untrusted.exec(await said())?.[1]).toMatch(
    /^Set NODE_EXTRA_CA_CERTS to the certificate file of its authority\. If your app has a certificate of its own, let the account accept it: /,
  );
  expect(await said({ NODE_EXTRA_CA_CERTS: ca })).toMatch(/^ok {3}merchant +https:\S+ answers \(200\)$/m);
});
