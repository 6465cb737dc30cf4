import { checkedConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { PortInUse } from '../host/port-in-use.ts';
import { type Running, runSandbox } from '../sandbox/run.ts';
import { joined } from './audit-sandbox.ts';
import { baseOf, WrongUsage } from './control-client.ts';
import { shopOf } from './demo-shop.ts';
import { nameAmong } from './gateway-named.ts';
import { logOutputs } from './log-outputs.ts';
import { jsonText, oneLine } from './output.ts';
import { outliveTheTerminal, print } from './print.ts';
import { stopWhenAsked } from './stopping.ts';
import { serveOnUncaught } from './uncaught.ts';
import { withAdvice } from './with-advice.ts';

/** The flags of `demo`, as commander parses them. */
interface DemoFlags {
  readonly port?: number;
  readonly shopPort?: number;
  readonly open: boolean;
  readonly log: boolean;
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** Starts a sandbox and the demo shop and runs both until a signal. With `--url`, starts only the shop. */
export async function demo(flags: DemoFlags): Promise<void> {
  const {
    url,
    shopUrl = '',
    stop,
    stopAsked,
    beginLog,
  } = await (flags.url === undefined ? own(flags) : beside(flags, flags.url));
  outliveTheTerminal();
  serveOnUncaught();
  stopWhenAsked({ stop, stopAsked }, { silent: Boolean(flags.json) });
  const ready = { ready: true, pid: process.pid, shop_url: shopUrl, url };
  print(flags.json ? jsonText(ready) : welcome(shopUrl, url, flags.url === undefined));
  beginLog?.();
  if (flags.open && !flags.json) (await import('./open-browser.ts')).openBrowser(shopUrl);
}

interface Demo extends Pick<Running, 'url' | 'shopUrl' | 'stop' | 'stopAsked'> {
  /** Undefined if nothing shows the log here. A sandbox in another process shows its own. */
  readonly beginLog?: () => void;
}

/** In memory and with the defaults, but at the port where the commands of this folder look for a sandbox. */
async function own({ port, shopPort, json, log: isLogged }: DemoFlags): Promise<Demo> {
  const outputs = logOutputs({ json: json ?? false, ...(!isLogged && { log: false }) });
  const log = outputs.length > 0 ? (await import('./live-log.ts')).openLog(outputs) : undefined;
  const usualPort = async () => (await loadConfig({}, process.env, currentFolder())).port;
  const running = await started(port ?? (await usualPort()), shopPort);
  const stop = async () => {
    log?.end();
    await running.stop();
    await log?.drained();
  };
  return { ...running, stop, beginLog: () => log?.begin(running) };
}

async function started(port: number, shopPort: number | undefined): Promise<Running> {
  const shop = { port: shopPort };
  try {
    return await runSandbox(checkedConfig({ port }, currentFolder()), { isOwnProcess: true, shop });
  } catch (error) {
    if (!(error instanceof PortInUse && error.sandbox)) throw error;
    throw withAdvice(error, `To use it, run \`gateway-sandbox demo --url ${error.sandbox.url}\`.`);
  }
}

async function beside(
  { port, shopPort, token = process.env.GATEWAY_SANDBOX_TOKEN }: DemoFlags,
  at: string,
): Promise<Demo> {
  if (port !== undefined)
    throw new WrongUsage('--port starts a new sandbox, and --url uses a running one. Use only one of them.');
  const { origin } = baseOf(at);
  const { client, gateways } = await joined(origin, token ? { token } : {});
  const { url, account } = client;
  const keys = { ...account, accessToken: account.accessTokens.test, nameOf: nameAmong(gateways) };
  const shop = await shopOf(url, keys, shopPort);
  return { url, shopUrl: shop.url, stop: shop.stop, stopAsked: new Promise<never>(() => undefined) };
}

function welcome(shop: string, sandbox: string, isOwn: boolean): string {
  return [
    '',
    `  Demo shop   ${shop}`,
    `  Dashboard   ${oneLine(sandbox)}/_sandbox/`,
    `  Phone       ${oneLine(sandbox)}/_sandbox/inbox`,
    '',
    '  Buy the cup and choose how to pay. The payment page offers test cards; one-time codes arrive on the phone.',
    "  The order's page shows each callback and return as the shop got it, the dashboard as the gateway sent it.",
    '',
    isOwn ? '  Ctrl-C stops both. Nothing is kept.' : '  Ctrl-C stops the shop.',
    '',
  ].join('\n');
}
