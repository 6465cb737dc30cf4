import type { LookupFunction } from 'node:net';

/** A name below localhost that the resolver does not know is this machine (RFC 6761). */
export const localLookup: LookupFunction = (name, options, found) => {
  process.getBuiltinModule('node:dns').lookup(name, { ...options, all: true }, (error, resolved) => {
    const addresses = error ? loopback : resolved;
    const [first] = addresses;
    if (options.all) found(null, [...addresses]);
    else found(null, first?.address ?? '', first?.family);
  });
};

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
