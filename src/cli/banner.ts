import { styleText } from 'node:util';
import type { Config } from '../config/config.ts';
import { version } from '../host/paths.ts';
import { printable } from '../host/printable.ts';
import { curl } from '../pages/curl.ts';
import { sampleVerify } from '../pages/sample-call.ts';
import type { Running } from '../sandbox/run.ts';
import { faint } from './output.ts';

/** What you need to get started: addresses, credentials, and a command that works when pasted. */
export function banner(running: Running, config: Config, isDetached = false): string {
  const { url, token, sandbox } = running;
  const { runtime } = sandbox;
  const { publicUrl } = runtime.addresses;
  const [account] = runtime.store.accounts.all();
  const keys = { apiKey: account?.apiKey ?? '', accessToken: account?.accessTokens.test ?? '' };
  const suffix = linkToken(token);
  const rows: [string, string][] = [
    ['API', `${publicUrl}/api/v1/transaction/`],
    ['Phone', `${publicUrl}/_sandbox/inbox${suffix}`],
    ['Dashboard', `${publicUrl}/_sandbox/${suffix}`],
    ...besideRows(running, suffix),
    ['API key', keys.apiKey],
    ['Test token', keys.accessToken],
    ['Live token', account?.accessTokens.live ?? ''],
    ['Secret key', account?.secretKey ?? ''],
    ['Data', `${config.data ?? 'in memory'}${runtime.store.wasEmptyFile ? ' (the file was empty)' : ''}`],
  ];
  return [
    '',
    `  ${strong('gateway-sandbox')} ${version} is ready. No money moves.`,
    '',
    ...rows.map(([label, value]) => `  ${faint(label.padEnd(11))} ${printable(value)}`),
    ...certificateLines(running),
    '',
    '  Try it: this sends a code to the phone.',
    '',
    sampleCall(running, keys),
    '',
    `  ${faint(isDetached ? `gateway-sandbox stop --url ${url} stops it.` : 'Ctrl-C stops it.')}\n`,
  ].join('\n');
}

/** The dashboard's address on this machine, with the token that opens it. */
export function dashboardUrl({ url, token }: Pick<Running, 'url' | 'token'>): string {
  return `${url}/_sandbox/${linkToken(token)}`;
}

function linkToken(token: string | undefined): string {
  return token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
}

/** The links above contain the token. Commands need it separately. */
function tokenRows(token: string | undefined): [string, string][] {
  return token === undefined
    ? []
    : [['Token', `${token} (in the links above; for commands: --token, or GATEWAY_SANDBOX_TOKEN)`]];
}

function weatherRows({ sandbox }: Running): [string, string][] {
  const { weather, latency } = sandbox.runtime.settings.current;
  const said = [...(weather === 'calm' ? [] : [weather]), ...(latency === 'weather' ? [] : [latency])];
  return said.length === 0 ? [] : [['Weather', said.join(', ')]];
}

function besideRows(running: Running, suffix: string): [string, string][] {
  const { sandbox, shopUrl } = running;
  const { publicUrl } = sandbox.runtime.addresses;
  const stories = sandbox.stories
    .list()
    .map(({ id, transactionId }): [string, string] => [
      'Payment',
      `${publicUrl}/_sandbox/stories/${id}/transactions/${transactionId}${suffix}`,
    ]);
  const rows = [...tokenRows(running.token), ...stories, ...weatherRows(running)];
  return shopUrl === undefined ? rows : [['Demo shop', shopUrl], ...rows];
}

function sampleCall({ sandbox: { runtime }, authority }: Running, keys: Parameters<typeof curl>[2]): string {
  const { gateway, fields } = sampleVerify();
  const path = `${runtime.names.of(gateway.token)}/verify`;
  return curl(runtime.addresses.publicUrl, path, keys, fields, authority?.caFile);
}

function certificateLines({ authority, certificateNote }: Running): string[] {
  const lines = [certificateNote, authority?.trustHint].filter((line) => line !== undefined);
  return lines.length === 0 ? [] : ['', ...lines.map((line) => `  ${printable(line)}`)];
}

/** The single line that `--json` prints. */
export function readyLine(running: Running): string {
  const { sandbox, url, shopUrl, token, authority, certificateNote } = running;
  const [account] = sandbox.runtime.store.accounts.all();
  return JSON.stringify({
    ready: true,
    pid: process.pid,
    url,
    control_url: `${url}/_sandbox/api`,
    ...(shopUrl !== undefined && { shop_url: shopUrl }),
    ...(token !== undefined && { token }),
    ...(authority && { ca: authority.caFile }),
    ...(certificateNote !== undefined && { note: certificateNote }),
    account: account && {
      id: account.id,
      api_key: account.apiKey,
      access_tokens: { test: account.accessTokens.test, live: account.accessTokens.live },
      secret_key: account.secretKey,
    },
  });
}

// `styleText` colors terminals only and respects NO_COLOR.
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
