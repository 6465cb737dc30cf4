import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { extraAuthorities } from '../../src/host/extra-authorities.ts';
import { makeAuthority } from '../../src/tls/certificate.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

/** A file with a certificate of its own. */
function authorityFile(): { file: string; pem: string } {
  const file = join(testFolder(), 'authority.pem');
  const pem = makeAuthority(Date.now()).certificate.toString();
  writeFileSync(file, pem);
  return { file, pem };
}

it('is the local CA, and the certificates of NODE_EXTRA_CA_CERTS with it', () => {
  const [ca, company] = [authorityFile(), authorityFile()];
  expect(extraAuthorities(ca.file, '')).toBe(ca.file);
  const both = extraAuthorities(ca.file, company.file);
  expect(dirname(both)).toBe(dirname(ca.file));
  expect(readFileSync(both, 'utf8')).toBe(`${ca.pem}${company.pem}`);
  // A process inside another one, as `exec -- npm test` with `exec` in the tests.
  expect(extraAuthorities(ca.file, both)).toBe(both);
  expect(extraAuthorities(ca.file, ca.file)).toBe(ca.file);
  expect(extraAuthorities(ca.file, relative(process.cwd(), both))).toBe(both);
  writeFileSync(company.file, '');
  expect(readFileSync(extraAuthorities(ca.file, company.file), 'utf8').trim()).toBe(ca.pem.trim());
  expect(readdirSync(dirname(ca.file))).toHaveLength(2);
});

it.each([
  ['that is missing', () => join(testFolder(), 'missing.pem')],
  ['that is a folder', () => testFolder()],
])('is the local CA alone with a NODE_EXTRA_CA_CERTS %s', (_which, own) => {
  const ca = authorityFile();
  expect(extraAuthorities(ca.file, own())).toBe(ca.file);
});

it.skipIf(process.getuid?.() === 0)('is the local CA alone when its folder cannot be written', () => {
  const [ca, company] = [authorityFile(), authorityFile()];
  chmodSync(dirname(ca.file), 0o500);
  expect(extraAuthorities(ca.file, company.file)).toBe(ca.file);
});

it('exec: a command trusts both the sandbox and the certificates of its user', async () => {
  const company = authorityFile();
  const cwd = testFolder();
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify({ https: true }));
  const code = `
    const { status } = await fetch(process.env.GATEWAY_URL + '/_sandbox/health');
    const { getCACertificates } = await import('node:tls');
    const pem = ${JSON.stringify(company.pem.trim())};
    console.log(status, getCACertificates('extra').some((each) => each.trim() === pem));`;
  const command = ['exec', '--', process.execPath, '--input-type=module', '-e', code];
  const env = { NODE_EXTRA_CA_CERTS: company.file, XDG_DATA_HOME: testFolder() };
  expect(await cliResult(command, { cwd, env })).toMatchObject({ code: 0, stdout: '200 true\n' });
  writeFileSync(company.file, company.pem.replaceAll('A', ''));
  expect(await cliResult(command, { cwd, env })).toMatchObject({ code: 0, stdout: '200 false\n' });
});
