import type { LookupFunction } from 'node:net';
import { localhostAddresses } from '../host/localhost-addresses.ts';

/** Looks up `localhost` and the names below it. */
export const localLookup: LookupFunction = (name, options, found) => {
  void localhostAddresses(name, () => loopback).then((addresses) => {
    const [first] = addresses;
    if (options.all) found(null, [...addresses]);
    else found(null, first?.address ?? '', first?.family);
  });
};

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
