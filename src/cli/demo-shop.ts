import { type DemoShop, DemoShopError, type ShopKeys } from '../demo/shop.ts';
import { startShopBeside } from '../demo/shop-beside.ts';
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
    // The demo shop is standalone code with its own error class.
    throw error instanceof DemoShopError ? new CommandFailed(error.message, { cause: error }) : error;
  }
}
