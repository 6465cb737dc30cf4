import type { TestSandbox } from '../support/sandbox.ts';
import type { Handlers, Shop } from './shop.ts';

/** A client program with its own expectations, and what the doctor should report about it. */
export interface Client {
  readonly handlers?: Handlers;
  /** Uses the client like its shop does. True if that worked. `order` differs for each use. */
  readonly use: (sandbox: TestSandbox, shop: Shop, order: string) => Promise<boolean>;
  /** Whether it works without changes. */
  readonly works?: boolean;
  /** The proposed config, with which the client works. Absent if no setting helps. */
  readonly config?: object;
  /** The reported reason for what remains. */
  readonly reason?: RegExp;
  readonly question?: RegExp;
}
