import type { DemoShop } from '../demo/shop.ts';
import { type ShopKeys, startShopBeside } from '../demo/shop-beside.ts';
import type { Running } from '../sandbox/run.ts';
import { trustOwnAuthority } from '../tls/trust-own-authority.ts';

/** The demo shop of a sandbox in another process. Without a port, the one after the sandbox's, or a free one. Throws `DemoShopError`. */
export async function shopOf(
  sandboxUrl: string,
  keys: ShopKeys,
  port: number | undefined,
): Promise<DemoShop> {
  if (sandboxUrl.startsWith('https:')) await trustOwnAuthority();
  return startShopBeside({ sandboxUrl, keys, port });
}

/** The shop of a sandbox in this process, which is stopped when the shop cannot be started. */
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
    throw error;
  }
}
