import { type DemoShop, DemoShopError, type DemoShopOptions, startDemoShop } from './shop.ts';

interface ShopBesideOptions extends Omit<DemoShopOptions, 'port'> {
  /** Default: the one after the sandbox's, or a free one if that is taken. */
  readonly port?: number | undefined;
}

/** Starts the demo shop for a sandbox. Throws `DemoShopError` if it cannot listen. */
export async function startShopBeside({ port, ...options }: ShopBesideOptions): Promise<DemoShop> {
  if (port !== undefined) return startDemoShop({ ...options, port });
  try {
    return await startDemoShop({ ...options, port: portAfter(options.sandboxUrl) });
  } catch (error) {
    if (!(error instanceof DemoShopError)) throw error;
    return startDemoShop({ ...options, port: 0 });
  }
}

function portAfter(url: string): number {
  const port = Number(new URL(url).port) + 1;
  return port <= 65_535 ? port : 0;
}
