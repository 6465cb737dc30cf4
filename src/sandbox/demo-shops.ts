import { gateways } from '../demo/gateways.ts';
import type { DemoShop, ShopKeys } from '../demo/shop.ts';
import type { Names } from '../gateways/names.ts';
import { UserError } from '../host/user-error.ts';
import type { Account } from '../store/accounts.ts';

interface Open {
  readonly keys: string;
  readonly shop: Promise<DemoShop>;
}

/** A shop that listens and waits for the keys of its account. */
interface Reserved {
  readonly shop: DemoShop;
  readonly give: (keys: ShopKeys) => void;
}

/** A sandbox's demo shops: one per account, started on demand and stopped with the sandbox. */
export class DemoShops {
  readonly gateways = gateways.map(({ name }) => name);
  readonly #sandboxUrl: string;
  readonly #open = new Map<string, Open>();
  #reserved: Reserved | undefined;
  #newest: DemoShop | undefined;
  #isStopped = false;

  constructor(sandboxUrl: string) {
    this.#sandboxUrl = sandboxUrl;
  }

  /** Listens for the shop that `of` opens first, before its account is known. Throws `UserError`. */
  async reserve(port: number | undefined): Promise<void> {
    const { promise: keys, resolve: give } = Promise.withResolvers<ShopKeys>();
    this.#reserved = { shop: await start({ sandboxUrl: this.#sandboxUrl, keys, port }), give };
  }

  /** The shop of an account, with the account's current keys. Throws `UserError` if it cannot listen. */
  async of(account: Account, names: Pick<Names, 'of'>): Promise<DemoShop> {
    if (this.#isStopped) throw new Error('The sandbox is stopping.');
    const keys = keysOf(account);
    const known = this.#open.get(account.id);
    if (known?.keys === JSON.stringify(keys)) return known.shop;
    const shop = this.#started({ ...keys, nameOf: (name) => names.of(name) });
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
    await Promise.all([this.#reserved?.shop.stop(), ...[...this.#open.values()].map(stopped)]);
  }

  async #started(keys: ShopKeys): Promise<DemoShop> {
    const reserved = this.#reserved;
    if (!reserved) return start({ sandboxUrl: this.#sandboxUrl, keys, port: undefined });
    this.#reserved = undefined;
    reserved.give(keys);
    return reserved.shop;
  }
}

/** Loaded on demand: most sandboxes never open a shop. Throws `UserError` if it cannot listen. */
async function start(
  options: Parameters<typeof import('../demo/shop-beside.ts').startShopBeside>[0],
): Promise<DemoShop> {
  const [{ startShopBeside }, { DemoShopError }] = await Promise.all([
    import('../demo/shop-beside.ts'),
    import('../demo/shop.ts'),
  ]);
  if (options.sandboxUrl.startsWith('https:'))
    await (await import('../tls/trust-own-authority.ts')).trustOwnAuthority();
  return startShopBeside(options).catch((error) => {
    // The demo shop is standalone code with its own error class.
    throw error instanceof DemoShopError ? new UserError(error.message, { cause: error }) : error;
  });
}

function keysOf({ apiKey, accessTokens, secretKey }: Account): ShopKeys {
  return { apiKey, accessToken: accessTokens.test, secretKey };
}

async function stopped({ shop }: Open): Promise<void> {
  // A shop that failed to listen has already reported it to its caller.
  const listening = await shop.catch(() => undefined);
  await listening?.stop();
}
