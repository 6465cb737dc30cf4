import { gateways } from '../demo/gateways.ts';
import type { DemoShop } from '../demo/shop.ts';
import type { Account } from '../store/accounts.ts';

interface Open {
  readonly keys: string;
  readonly shop: Promise<DemoShop>;
}

/** A sandbox's demo shops: one per account, started on demand and stopped with the sandbox. */
export class DemoShops {
  readonly gateways = gateways.map(({ name }) => name);
  readonly #sandboxUrl: () => string;
  readonly #open = new Map<string, Open>();
  #newest: DemoShop | undefined;
  #isStopped = false;

  constructor(sandboxUrl: () => string) {
    this.#sandboxUrl = sandboxUrl;
  }

  /** The shop of an account, with the account's current keys. Throws `DemoShopError` if it cannot listen. */
  async of(account: Account, port?: number): Promise<DemoShop> {
    if (this.#isStopped) throw new Error('The sandbox is stopping.');
    const keys = keysOf(account);
    const known = this.#open.get(account.id);
    if (known?.keys === JSON.stringify(keys)) return known.shop;
    const shop = start({ sandboxUrl: this.#sandboxUrl(), keys, port });
    this.#open.set(account.id, { keys: JSON.stringify(keys), shop });
    if (known) void stopped(known);
    shop.then(
      (listening) => {
        this.#newest = listening;
      },
      // Let the next call try again.
      () => this.#open.delete(account.id),
    );
    return shop;
  }

  /** The address of the newest shop. */
  get url(): string | undefined {
    return this.#newest?.url;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#open.values()].map(stopped));
  }
}

/** Loaded on demand: most sandboxes never open a shop. */
async function start(
  options: Parameters<typeof import('../demo/shop-beside.ts').startShopBeside>[0],
): Promise<DemoShop> {
  const { startShopBeside } = await import('../demo/shop-beside.ts');
  if (options.sandboxUrl.startsWith('https:'))
    await (await import('../tls/trust-own-authority.ts')).trustOwnAuthority();
  return startShopBeside(options);
}

function keysOf({ apiKey, accessTokens, secretKey }: Account) {
  return { apiKey, accessToken: accessTokens.test, secretKey };
}

async function stopped({ shop }: Open): Promise<void> {
  // A shop that failed to listen has already reported it to its caller.
  const listening = await shop.catch(() => undefined);
  await listening?.stop();
}
