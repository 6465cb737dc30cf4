import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { onTestFinished } from 'vitest';
import { type FaultMerchant, faultMerchant } from '../support/fault-merchant.ts';

type Callback = (answer: IncomingMessage) => void;
type Request = (target: URL, options: RequestOptions, callback: Callback) => ClientRequest;

/** Replaces a call with another one, or with none. */
type Fault = (merchant: FaultMerchant, options: RequestOptions, callback: Callback) => ClientRequest;

const own: Request = http.request;

/** The same call to a faulty merchant at this path. */
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

/** Every network failure, with the error that the attempt should have. */
export const networkFaults: readonly (readonly [name: string, reason: RegExp, fault: Fault])[] = [
  [
    'is refused',
    /^connection refused: nothing listens at /,
    ({ refusingUrl }, ...call) => own(new URL(refusingUrl), ...call),
  ],
  ['is reset before the headers', /^the connection was reset by /, at('/reset-before-headers')],
  [
    'ends within the headers',
    /did not answer in HTTP|closed the connection without an answer$/,
    at('/half-a-header'),
  ],
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
  /** The number of calls. */
  readonly calls: () => number;
  readonly end: () => void;
}

interface Watcher {
  readonly path: string;
  readonly take: (options: RequestOptions, callback: Callback) => ClientRequest | undefined;
}

const watchers = new Set<Watcher>();

/** Makes the nth call from now on to a path with this prefix fail: once, or together with all later ones. */
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

/** A merchant with every kind of fault, as the target of the faults. */
export async function freshFaults(): Promise<FaultMerchant> {
  onTestFinished(() => watchers.clear());
  return faultMerchant();
}

/** The product cannot make a call fail, so Node's client is patched. All outgoing calls use it. */
function watched(target: URL, options: RequestOptions, callback: Callback): ClientRequest {
  const watcher = [...watchers].find(({ path }) => options.path?.startsWith(path));
  return watcher?.take(options, callback) ?? own(target, options, callback);
}
