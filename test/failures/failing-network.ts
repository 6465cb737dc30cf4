import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { onTestFinished } from 'vitest';
import { type FaultMerchant, faultMerchant } from '../support/fault-merchant.ts';

type Callback = (answer: IncomingMessage) => void;
type Request = (target: URL, options: RequestOptions, callback: Callback) => ClientRequest;

/** What goes wrong with one call: another call is made in its place, or none. */
type Fault = (merchant: FaultMerchant, options: RequestOptions, callback: Callback) => ClientRequest;

const own: Request = http.request;

/** The same call to a merchant that misbehaves so at this path. */
const at =
  (path: string): Fault =>
  ({ url }, options, callback) =>
    own(new URL(url), { ...options, path }, callback);

const unknownName =
  (code: string): Fault =>
  (_merchant, options, callback) =>
    own(
      new URL('http://shop.invalid/'),
      { ...options, lookup: (_name, _options, told) => told(Object.assign(new Error(code), { code }), []) },
      callback,
    );

/** Everything that can happen to a call on the network, with what the attempt says of it. */
export const networkFaults: readonly (readonly [name: string, reason: RegExp, fault: Fault])[] = [
  [
    'is refused',
    /^connection refused: nothing listens at /,
    ({ refusingUrl }, ...call) => own(new URL(refusingUrl), ...call),
  ],
  ['is reset before the headers', /^the connection was reset by /, at('/reset-before-headers')],
  ['ends within the headers', /did not answer in HTTP|the connection was reset by /, at('/half-a-header')],
  ['is reset within the body', /^the answer 200 was cut off/, at('/reset-after-headers')],
  ['gets no answer in time', /^no complete answer within \d+ ms$/, at('/hang')],
  ['gets half an answer in time', /^no complete answer within \d+ ms$/, at('/drip')],
  ['gets what is no HTTP', /did not answer in HTTP: /, at('/garbage')],
  ['finds no such name', /is not known \(DNS\)$/, unknownName('ENOTFOUND')],
  ['finds no name server', /could not be looked up now \(DNS\)$/, unknownName('EAI_AGAIN')],
  [
    'throws out of the client as it begins',
    /^the request failed: the client broke$/,
    () => {
      throw new Error('the client broke');
    },
  ],
  [
    'throws out of the client as it is sent',
    /^the request failed: the client broke$/,
    ({ url }, options, callback) =>
      Object.assign(own(new URL(url), { ...options, path: '/hang' }, callback), {
        end: () => {
          throw new Error('the client broke');
        },
      }),
  ],
];

export interface FailingNetwork {
  /** How many calls there were. */
  readonly calls: () => number;
  readonly end: () => void;
}

interface Watcher {
  readonly path: string;
  readonly take: (options: RequestOptions, callback: Callback) => ClientRequest | undefined;
}

const watchers = new Set<Watcher>();

/** Lets the nth call from now on to a path that begins so fail: once, or with all after it. */
export function failCallsAt(
  merchant: FaultMerchant,
  path: string,
  { nth, fault, lasting = false }: { nth: number; fault: Fault; lasting?: boolean },
): FailingNetwork {
  let count = 0;
  http.request = watched as typeof http.request;
  const watcher: Watcher = {
    path,
    take: (options, callback) => {
      count += 1;
      const fails = lasting ? count >= nth : count === nth;
      return fails ? fault(merchant, options, callback) : undefined;
    },
  };
  watchers.add(watcher);
  return { calls: () => count, end: () => watchers.delete(watcher) };
}

/** A merchant that misbehaves in every way, for the faults to lead to. */
export async function freshFaults(): Promise<FaultMerchant> {
  onTestFinished(() => watchers.clear());
  return faultMerchant();
}

/** Nothing in the product lets a call fail: Node's client is made to. All outgoing calls are made by it. */
function watched(target: URL, options: RequestOptions, callback: Callback): ClientRequest {
  const watcher = [...watchers].find(({ path }) => options.path?.startsWith(path));
  return watcher?.take(options, callback) ?? own(target, options, callback);
}
