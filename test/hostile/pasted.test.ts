import { expect, it } from 'vitest';
import { pastableKeys } from '../../src/pages/curl.ts';
import { freshSandbox } from '../support/fresh.ts';
import { unescaped } from '../support/html.ts';
import { runPrograms } from '../support/programs.ts';

/** Characters that a terminal treats as keys when pasted: end of paste, Ctrl-C, a line that runs. */
const typing = "a\u001b[201~\u0003\n touch hit\n'; touch hit; $(touch hit) \u009b\u202e\\x41\u007f";

it('A logged request as a curl command types nothing into the terminal that it is pasted into', async () => {
  const sandbox = await freshSandbox();
  // Any page can make a browser send this, without keys.
  const headers = { 'Content-Type': 'text/plain' };
  const sent = { method: 'POST', headers, body: typing };
  const { status } = await sandbox.fetch('/api/v1/transaction/walletA/verify?x=%1b', sent);
  expect(status).toBe(401);
  const { text } = await sandbox.fetch('/_sandbox/requests/1');
  const [, command = ''] = /data-copy-source>(curl [^<]*)</.exec(text) ?? [];
  expect(unescaped(command)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  const told = `curl() { printf '%s\\0' "$@"; }\n${unescaped(command)}\necho; ls`;
  const { code, output } = await runPrograms({ 'told.sh': told }, ['bash', 'told.sh']);
  const words = output.split('\0');
  expect(code).toBe(0);
  expect(words).toContain(typing);
  expect(words.at(-1)?.trim().split('\n')).toEqual(['node_modules', 'told.sh']);
});

it('Keys stand in a pasted command only when they are the public ones, which hold nothing that a shell reads', () => {
  const placeholders = { apiKey: '$GATEWAY_API_KEY', accessToken: '$GATEWAY_ACCESS_TOKEN' };
  const keysOf = (apiKey: string) =>
    pastableKeys({ apiKey, accessTokens: { test: 'demo_test_token', live: 'demo_live_token' } }, 'test');
  expect(keysOf('demo_api_key')).toEqual({ apiKey: 'demo_api_key', accessToken: 'demo_test_token' });
  for (const apiKey of ['key_abc', 'demo_$(id)', 'demo_`id`', 'demo_";id;"', "demo_';id;'", 'demo_'])
    expect(keysOf(apiKey), apiKey).toEqual(placeholders);
});
