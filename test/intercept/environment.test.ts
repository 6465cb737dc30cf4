import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { interceptedHost } from '../../src/intercept/address.ts';
import { childEnvironment, noProxyWarnings } from '../../src/intercept/child-environment.ts';
import { systemRoots } from '../../src/intercept/root-certificates.ts';
import { writeTrustFiles } from '../../src/intercept/trust-files.ts';
import { makeAuthority } from '../../src/tls/certificate.ts';
import { testFolder } from '../support/data-file.ts';

const files = {
  bundles: {
    NODE_EXTRA_CA_CERTS: '/t/node-extra-ca-certs.pem',
    CURL_CA_BUNDLE: '/t/curl-ca-bundle.pem',
    SSL_CERT_FILE: '/t/ssl-cert-file.pem',
    REQUESTS_CA_BUNDLE: '/t/requests-ca-bundle.pem',
    AWS_CA_BUNDLE: '/t/aws-ca-bundle.pem',
    HTTPLIB2_CA_CERTS: '/t/httplib2-ca-certs.pem',
    PERL_LWP_SSL_CA_FILE: '/t/perl-lwp-ssl-ca-file.pem',
    DENO_CERT: '/t/deno-cert.pem',
  },
  wgetrc: '/t/wgetrc',
  phpFolder: '/t/php',
  javaStore: '/t/a b/trust-store.p12',
};
const proxyUrl = 'http://sandbox:secret@127.0.0.1:4801';
const noProxy = 'localhost,.localhost,127.0.0.1,::1,[::1]';
const options = {
  hosts: [interceptedHost('api.example.test')],
  proxyUrl,
  javaPort: 4802,
  files,
  platform: 'linux',
} as const;
const java =
  '-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=4802 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=4802 ' +
  '-Dhttp.nonProxyHosts=localhost|*.localhost|127.*|[::1] "-Djavax.net.ssl.trustStore=/t/a b/trust-store.p12" ' +
  '-Djavax.net.ssl.trustStoreType=PKCS12';

describe('The environment of the command', () => {
  it('leads to the proxy, not for the sandbox itself, and to the certificates', () => {
    expect(childEnvironment({ PATH: '/bin' }, options)).toEqual({
      https_proxy: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      http_proxy: proxyUrl,
      HTTP_PROXY: proxyUrl,
      no_proxy: noProxy,
      NO_PROXY: noProxy,
      NODE_USE_ENV_PROXY: '1',
      PERL_LWP_ENV_PROXY: '1',
      ...files.bundles,
      WGETRC: '/t/wgetrc',
      PHP_INI_SCAN_DIR: ':/t/php',
      JAVA_TOOL_OPTIONS: java,
    });
  });

  it('keeps what the user has: a list in NO_PROXY, folders of PHP, options of Java', () => {
    const own = {
      NO_PROXY: '.corp.example, 10.0.0.0/8,localhost',
      PHP_INI_SCAN_DIR: '/own',
      JAVA_TOOL_OPTIONS: '-Xmx1g',
    };
    expect(childEnvironment(own, options)).toMatchObject({
      NO_PROXY: `${noProxy},.corp.example,10.0.0.0/8`,
      PHP_INI_SCAN_DIR: '/own:/t/php',
      JAVA_TOOL_OPTIONS: `-Xmx1g ${java}`,
    });
    expect(childEnvironment(own, { ...options, platform: 'win32' }).PHP_INI_SCAN_DIR).toBe('/own;/t/php');
  });

  it.each(['*', 'example.test', '.example.test', 'api.example.test:443', 'api.example.test:80'])(
    'leaves %s out of NO_PROXY, which would keep HOST away',
    (entry) => {
      expect(childEnvironment({ no_proxy: `${entry},other.test` }, options).NO_PROXY).toBe(
        `${noProxy},other.test`,
      );
    },
  );
});

it('An entry of NO_PROXY that is left out is named', () => {
  expect(noProxyWarnings({ no_proxy: 'other.test, .example.test' }, options.hosts)).toEqual([
    'NO_PROXY lists .example.test, which would keep api.example.test from the sandbox. The command runs without it.',
  ]);
  expect(noProxyWarnings({ NO_PROXY: 'other.test,localhost' }, options.hosts)).toEqual([]);
});

describe('The certificates', () => {
  const authority = makeAuthority(Date.now(), { onlyFor: ['api.example.test'] });
  const pem = authority.certificate.toString();

  it("a bundle that replaces a program's own has the system's roots and ours; Node's and Deno's, which add, only ours", () => {
    const { bundles } = writeTrustFiles(testFolder(), pem, {});
    const roots = systemRoots();
    expect(roots.length).toBeGreaterThan(20);
    expect(new Set(roots).size).toBe(roots.length);
    const { NODE_EXTRA_CA_CERTS: nodes, DENO_CERT: denos, ...replacing } = bundles;
    expect(Object.keys(replacing)).toHaveLength(6);
    for (const file of Object.values(replacing))
      expect(readFileSync(file, 'utf8')).toBe(`${roots.map((root) => root.trim()).join('\n')}\n${pem}`);
    for (const file of [nodes, denos]) expect(readFileSync(file, 'utf8')).toBe(pem);
  });

  it("macOS and Windows keep roots in a store, which Node reads; where there is none, Node's own stand in", () => {
    for (const platform of ['darwin', 'win32'] as const)
      expect(systemRoots(platform).length).toBeGreaterThan(20);
    expect(rootCertificates.length).toBeGreaterThan(20);
  });

  it('a bundle or a folder that the user has stays a part of the new one, but for keys in it', () => {
    const folder = testFolder();
    const [one, two] = [makeAuthority(Date.now()), makeAuthority(Date.now())];
    const both = `${one.key.export({ type: 'pkcs8', format: 'pem' })}${one.certificate}`;
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'one.pem'), both);
    writeFileSync(join(folder, 'own', 'two.pem'), two.certificate.toString());
    const env = {
      NODE_EXTRA_CA_CERTS: join(folder, 'own', 'one.pem'),
      REQUESTS_CA_BUNDLE: join(folder, 'own'),
      CURL_CA_BUNDLE: join(folder, 'there-is-none.pem'),
    };
    const { bundles } = writeTrustFiles(folder, pem, env);
    expect(readFileSync(bundles.NODE_EXTRA_CA_CERTS, 'utf8')).toBe(`${one.certificate}${pem}`);
    expect(readFileSync(bundles.REQUESTS_CA_BUNDLE, 'utf8')).toBe(
      `${one.certificate}${two.certificate}${pem}`,
    );
    expect(readFileSync(bundles.CURL_CA_BUNDLE, 'utf8')).toContain(systemRoots()[0]);
  });

  it('a folder in SSL_CERT_DIR goes into SSL_CERT_FILE, beside the roots or a file of the user', () => {
    const folder = testFolder();
    const [one, two] = [makeAuthority(Date.now()), makeAuthority(Date.now())];
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'one.pem'), one.certificate.toString());
    writeFileSync(join(folder, 'two.pem'), two.certificate.toString());
    const SSL_CERT_DIR = `${join(folder, 'none')}${delimiter}${join(folder, 'own')}`;
    const roots = readFileSync(
      writeTrustFiles(testFolder(), pem, { SSL_CERT_DIR }).bundles.SSL_CERT_FILE,
      'utf8',
    );
    expect(roots).toContain(systemRoots()[0]);
    expect(roots.endsWith(`${one.certificate}${pem}`)).toBe(true);
    const env = { SSL_CERT_DIR, SSL_CERT_FILE: join(folder, 'two.pem') };
    const own = readFileSync(writeTrustFiles(testFolder(), pem, env).bundles.SSL_CERT_FILE, 'utf8');
    expect(own).toBe(`${two.certificate}${one.certificate}${pem}`);
  });

  it('wget gets a settings file, unless the user has one', () => {
    const HOME = testFolder();
    const { bundles, wgetrc } = writeTrustFiles(testFolder(), pem, { HOME });
    expect(readFileSync(wgetrc ?? '', 'utf8')).toBe(`ca_certificate = ${bundles.SSL_CERT_FILE}\n`);
    expect(writeTrustFiles(testFolder(), pem, { HOME, WGETRC: '/own' }).wgetrc).toBeUndefined();
    writeFileSync(join(HOME, '.wgetrc'), 'tries = 2\n');
    expect(writeTrustFiles(testFolder(), pem, { HOME }).wgetrc).toBeUndefined();
  });

  it('PHP is told by an ini file, Java by a trust store', () => {
    const folder = testFolder();
    const { bundles, phpFolder, javaStore } = writeTrustFiles(folder, pem, {});
    expect(readFileSync(join(phpFolder, 'gateway-sandbox.ini'), 'utf8')).toBe(
      `curl.cainfo="${bundles.SSL_CERT_FILE}"\nopenssl.cafile="${bundles.SSL_CERT_FILE}"\n`,
    );
    const store = readFileSync(javaStore);
    expect(store.includes(authority.certificate.raw)).toBe(true);
    expect(store.includes(new X509Certificate(systemRoots()[0] ?? '').raw)).toBe(true);
  });
});
