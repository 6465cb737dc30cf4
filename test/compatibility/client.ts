import type { TestSandbox } from '../support/sandbox.ts';
import type { Handlers, Shop } from './shop.ts';

/** A client program with expectations of its own, and what the doctor says about it. */
export interface Client {
  readonly handlers?: Handlers;
  /** Uses the client as its shop does. True when that worked. `order` differs for every use. */
  readonly use: (sandbox: TestSandbox, shop: Shop, order: string) => Promise<boolean>;
  /** Whether it works as it is. */
  readonly works?: boolean;
  /** The config that is proposed; the client works with it. Absent for a client that no setting helps. */
  readonly config?: object;
  /** What is said of what stays. */
  readonly reason?: RegExp;
  readonly question?: RegExp;
}
