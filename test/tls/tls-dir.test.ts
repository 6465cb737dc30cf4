import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { defaultTlsDir, trustHint } from '../../src/tls/local-ca.ts';

describe('The local CA is kept', () => {
  test.each<[platform: NodeJS.Platform, env: Record<string, string>, dir: string]>([
    ['linux', { HOME: '/home/mona' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: '/data' }, '/data/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: 'data' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: '' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', {}, `${homedir()}/.local/share/gateway-sandbox`],
    ['darwin', { HOME: '/Users/mona' }, '/Users/mona/Library/Application Support/gateway-sandbox'],
    ['darwin', { HOME: '/Users/mona', XDG_DATA_HOME: '/data' }, '/data/gateway-sandbox'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\mona\\Local' }, 'C:\\Users\\mona\\Local\\gateway-sandbox'],
    ['win32', { USERPROFILE: 'C:\\Users\\mona' }, 'C:\\Users\\mona\\AppData\\Local\\gateway-sandbox'],
  ])('on %s with %j in %s', (platform, env, dir) => {
    expect(defaultTlsDir(env, platform)).toBe(dir);
  });
});

describe('One line says how to trust it', () => {
  test.each<[platform: NodeJS.Platform, caFile: string, hint: string]>([
    [
      'linux',
      '/home/mona/ca.pem',
      'Trust it with NODE_EXTRA_CA_CERTS=/home/mona/ca.pem or curl --cacert /home/mona/ca.pem, or everywhere: sudo install -m 644 /home/mona/ca.pem /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates',
    ],
    [
      'darwin',
      "/Users/mona/Mona's Data/ca.pem",
      "Trust it with NODE_EXTRA_CA_CERTS='/Users/mona/Mona'\\''s Data/ca.pem' or curl --cacert '/Users/mona/Mona'\\''s Data/ca.pem', or everywhere: security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db '/Users/mona/Mona'\\''s Data/ca.pem'",
    ],
    [
      'win32',
      'C:\\Users\\Mona A\\ca.pem',
      'Trust it with NODE_EXTRA_CA_CERTS="C:\\Users\\Mona A\\ca.pem" or curl --cacert "C:\\Users\\Mona A\\ca.pem", or everywhere: certutil -user -addstore Root "C:\\Users\\Mona A\\ca.pem"',
    ],
  ])('on %s', (platform, caFile, hint) => {
    expect(trustHint(caFile, platform)).toBe(hint);
  });
});
