import { type DemoShop, DemoShopError } from '../demo/shop.ts';
import { type ShopKeys, startShopBeside } from '../demo/shop-beside.ts';
import type { Running } from '../sandbox/run.ts';
import { trustOwnAuthority } from '../tls/trust-own-authority.ts';
import { CommandFailed } from './control-client.ts';

/** For a sandbox in another process. Without `port`, see `startShopBeside`. Throws `CommandFailed`. */
export async function shopOf(
  sandboxUrl: string,
  keys: ShopKeys,
  port: number | undefined,
): Promise<DemoShop> {
  if (sandboxUrl.startsWith('https:')) await trustOwnAuthority();
  try {
    return await startShopBeside({ sandboxUrl, keys, port });
  } catch (error) {
    throw failureOf(error);
  }
}

/** The demo shop for a sandbox in this process. Stops the sandbox if the shop cannot start. */
export async function shopBeside(
  running: Running,
  { shopPort }: { readonly shopPort?: number | undefined },
): Promise<Pick<DemoShop, 'url'>> {
  try {
    const [account] = running.sandbox.runtime.store.accounts.all();
    if (!account) throw new Error('The sandbox has no account.');
    return await running.demoShop(account, shopPort);
  } catch (error) {
    await running.stop();
    throw failureOf(error);
  }
}

/** The demo shop is standalone code with its own error class, so its error is converted here. */
function failureOf(error: unknown): unknown {
  return error instanceof DemoShopError ? new CommandFailed(error.message, { cause: error }) : error;
}
