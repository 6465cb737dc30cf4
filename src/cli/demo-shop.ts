import { type DemoShop, DemoShopError, startDemoShop } from '../demo/shop.ts';
import type { Running } from '../sandbox/run.ts';
import { CommandFailed, trustOwnAuthority } from './control-client.ts';

type Keys = Parameters<typeof startDemoShop>[0]['keys'];

/** The demo shop of a sandbox. Without a port, the one after the sandbox's, or a free one where that is taken. Throws `CommandFailed`. */
export async function shopOf(sandboxUrl: string, keys: Keys, port: number | undefined): Promise<DemoShop> {
  if (sandboxUrl.startsWith('https:')) await trustOwnAuthority();
  if (port !== undefined) return shopAt({ sandboxUrl, keys, port });
  try {
    return await shopAt({ sandboxUrl, keys, port: portAfter(sandboxUrl) });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return shopAt({ sandboxUrl, keys, port: 0 });
  }
}

/** The demo shop imports nothing of ours, so its error becomes one of ours here. */
async function shopAt(options: Parameters<typeof startDemoShop>[0]): Promise<DemoShop> {
  try {
    return await startDemoShop(options);
  } catch (error) {
    throw error instanceof DemoShopError ? new CommandFailed(error.message, { cause: error }) : error;
  }
}

/** The shop of a sandbox in this process, which is stopped when the shop cannot be started. */
export async function shopBeside(
  running: Running,
  { shopPort }: { readonly shopPort?: number | undefined },
): Promise<DemoShop> {
  try {
    const [account] = running.sandbox.runtime.store.accounts.all();
    const keys = {
      apiKey: account?.apiKey ?? '',
      accessToken: account?.accessTokens.test ?? '',
      secretKey: account?.secretKey ?? '',
    };
    return await shopOf(running.url, keys, shopPort);
  } catch (error) {
    await running.stop();
    throw error;
  }
}

function portAfter(url: string): number {
  const port = Number(new URL(url).port) + 1;
  return port <= 65_535 ? port : 0;
}
