import type { LookupFunction } from 'node:net';
import { onlyOne } from '../net/loopback.ts';
import type { NameLookups } from './name-lookups.ts';

/** The name lookup of one attempt, if it needs one. */
export class AttemptLookup {
  readonly #names: NameLookups;
  readonly #refusal: (address: string) => Error | undefined;
  /** The name that is being looked up. */
  #pending: string | undefined;
  #leave = () => {};

  constructor(names: NameLookups, refusal: (address: string) => Error | undefined) {
    this.#names = names;
    this.#refusal = refusal;
  }

  /** Checks the addresses that are really connected to, so that a host name cannot hide a forbidden one. */
  readonly lookup: LookupFunction = (name, options, callback) => {
    this.#pending = name;
    this.#leave = this.#names.ask(name, options, (error, addresses) => {
      this.#pending = undefined;
      if (error) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = this.#refusal(address);
        if (refusal) return callback(refusal, []);
      }
      if (options.all) return callback(null, [...addresses]);
      const one = onlyOne(name, addresses);
      callback(null, one?.address ?? '', one?.family);
    });
  };

  /** Stops waiting. Returns the name that is still being looked up, if any. */
  abandon(): string | undefined {
    this.#leave();
    return this.#pending;
  }
}
