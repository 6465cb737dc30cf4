import {
  type LookupAddress,
  type LookupAllOptions,
  type LookupOptions,
  lookup as systemLookup,
} from 'node:dns';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { loopback } from '../net/loopback.ts';
import { isLocalhost } from '../protocol/loopback-host.ts';

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** Resolves a host name to all of its addresses, like `dns.lookup`. */
type Lookup = (
  name: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Inquiry {
  readonly name: string;
  readonly options: LookupOptions;
  readonly waiters: Set<Found>;
}

interface Limits {
  /** How many lookups run at once. */
  readonly places?: number;
  /** After how long a name counts as slow. */
  readonly slowMs?: number;
}

const mostKnownSlow = 1000;

/**
 * Looks names up in the system's resolver, so that names whose DNS server is silent hold up others as little
 * as possible. A lookup blocks a thread of Node's pool until it ends, which can take 10 seconds or more, and
 * cannot be canceled. Node runs only few at once. Therefore:
 *
 * - `localhost` never waits for the resolver.
 * - There is one lookup for each name at a time, shared by everyone who asks.
 * - A name that was slow once shares half of the places with other slow names until it answers in time.
 *
 * A larger pool would help too, but only the user can enlarge it, with UV_THREADPOOL_SIZE. Node 22 has started
 * the pool before the first line of our program runs, so setting the variable there has no effect, and the
 * command that `exec` runs would inherit it. Node's own DNS client needs no thread, but ignores the hosts file,
 * so it could send a callback for a name that is redirected there to the real server.
 */
export class NameLookups {
  readonly #lookup: Lookup;
  readonly #places: number;
  readonly #slowMs: number;
  /** In the order in which they were asked, those in the resolver included. */
  readonly #inquiries = new Map<string, Inquiry>();
  readonly #running = new Set<string>();
  readonly #slow = new Set<string>();

  constructor(lookup: Lookup = systemLookup, { places = systemPlaces(), slowMs = 1000 }: Limits = {}) {
    this.#lookup = lookup;
    this.#places = places;
    this.#slowMs = slowMs;
  }

  /** Returns a function that stops waiting. A lookup that nobody waits for is not started. */
  ask(name: string, options: LookupOptions, found: Found): () => void {
    if (name === 'localhost') return soon(() => found(null, loopback()));
    return isLocalhost(name) ? this.#askLocal(name, options, found) : this.#wait(name, options, found);
  }

  /**
   * The hosts file or the network of a container may have its own address for such a name. Otherwise it means
   * this machine (RFC 6761, 6.3), even for a resolver that does not know it.
   */
  #askLocal(name: string, options: LookupOptions, found: Found): () => void {
    const stop = () => {
      clearTimeout(timer);
      leave();
    };
    const settle: Found = (error, addresses) => {
      stop();
      found(null, error ? loopback() : addresses);
    };
    let leave = () => {};
    const timer = setTimeout(() => settle(null, loopback()), this.#slowMs);
    leave = this.#wait(name, options, settle);
    return stop;
  }

  #wait(name: string, options: LookupOptions, found: Found): () => void {
    const inquiry = this.#inquiries.get(name) ?? { name, options, waiters: new Set() };
    this.#inquiries.set(name, inquiry);
    inquiry.waiters.add(found);
    this.#startWaiting();
    return () => {
      inquiry.waiters.delete(found);
      const isWanted = inquiry.waiters.size > 0 || this.#running.has(name);
      // By now, another inquiry may have the name.
      if (!isWanted && this.#inquiries.get(name) === inquiry) this.#inquiries.delete(name);
    };
  }

  #startWaiting(): void {
    for (const inquiry of this.#inquiries.values())
      if (!this.#running.has(inquiry.name) && this.#hasPlaceFor(inquiry.name)) this.#start(inquiry);
  }

  #hasPlaceFor(name: string): boolean {
    if (this.#running.size >= this.#places) return false;
    const slow = [...this.#running].filter((each) => this.#slow.has(each)).length;
    return !this.#slow.has(name) || slow < Math.max(1, Math.floor(this.#places / 2));
  }

  #start({ name, options, waiters }: Inquiry): void {
    this.#running.add(name);
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      if (this.#slow.size >= mostKnownSlow) this.#slow.clear();
      this.#slow.add(name);
    }, this.#slowMs).unref();
    this.#lookup(name, { ...options, all: true }, (error, addresses) => {
      clearTimeout(timer);
      if (!isSlow) this.#slow.delete(name);
      this.#running.delete(name);
      this.#inquiries.delete(name);
      this.#startWaiting();
      for (const found of waiters) found(error, addresses);
    });
  }
}

/** How many lookups Node runs at once: half of its threads, of which it has 4 unless the user says otherwise. */
function systemPlaces(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
  return Math.max(1, Math.floor((threads + 1) / 2));
}

function soon(answer: () => void): () => void {
  const timer = setTimeout(answer, 0);
  return () => clearTimeout(timer);
}
