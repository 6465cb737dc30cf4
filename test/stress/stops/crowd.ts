import { connect } from 'node:net';
import { type Ask, asking } from '../load/ask.ts';
import { buy, startedCheckout } from '../load/customer.ts';
import { type Ended, orderOf } from '../load/orders.ts';

/** The results of a crowd of clients after the server has stopped. */
export interface Met {
  /** The outcome of each order, as the customer saw it. */
  readonly ended: ReadonlyMap<string, Ended>;
  /** Every violation, in words: unexpected answers, cut streams, unanswered waits. */
  readonly wrong: readonly string[];
}

const customers = 50;
const streams = 20;
const waits = 7;
const uploads = 10;
const dripMs = 50;

/** Customers, streams and waits of a server. */
export interface Crowd {
  /** Settles when as many orders have ended as there are customers. */
  readonly busy: Promise<void>;
  /** Settles when the server has closed all of them. */
  readonly over: Promise<Met>;
}

/** Connects customers, streams, waits and slow uploads to a server. */
export async function crowdAt(url: string, merchantUrl: string, uploading: boolean): Promise<Crowd> {
  const { promise: busy, resolve: isBusy } = Promise.withResolvers<void>();
  const ask = asking(() => url);
  const ended = new Map<string, Ended>();
  const wrong: string[] = [];
  const pending = await pendingTransaction(ask);
  const open = await Promise.all(Array.from({ length: streams }, () => stream(url, wrong)));
  const all = [
    ...open.map(({ over }) => over),
    ...waitsFor(pending).flatMap((path) => Array.from({ length: waits }, () => wait(url, path, wrong))),
    ...(uploading ? Array.from({ length: uploads }, () => upload(url)) : []),
  ];
  let next = 0;
  const customer = async () => {
    for (;;) {
      const order = orderOf(next++, 'STOP', merchantUrl);
      ended.set(order.invoiceNo, await buy(ask, order));
      if (ended.size === customers) isBusy();
    }
  };
  const goneOrWrong = (error: unknown) => {
    if (!isGone(error)) wrong.push(String(error));
  };
  for (let each = 0; each < customers; each += 1) all.push(customer().catch(goneOrWrong));
  return { busy, over: Promise.all(all).then(() => ({ ended, wrong })) };
}

/** An event stream that must end like a complete answer. Settles when open, with a promise for its end. */
async function stream(url: string, wrong: string[]): Promise<{ readonly over: Promise<void> }> {
  const answer = await fetch(`${url}/_sandbox/events`);
  const over = answer.text().then(
    () => undefined,
    (error) => void wrong.push(`a stream was cut: ${error}`),
  );
  // Wrapped in an object, because a bare promise would be awaited too.
  return { over };
}

/** A wait for something that never happens. Answered when the server stops. */
async function wait(url: string, path: string, wrong: string[]): Promise<void> {
  const [method = 'GET', target] = path.split(' ');
  try {
    const answer = await fetch(`${url}/_sandbox/api/${target}`, { method });
    const text = await answer.text();
    if (answer.status >= 500) wrong.push(`a wait was answered ${answer.status} ${text}`);
  } catch (error) {
    wrong.push(`a wait was not answered: ${path}: ${error}`);
  }
}

function waitsFor(transaction: string): string[] {
  return [
    'GET events?type=reset&wait=60s',
    'GET otps/latest?mobile_number=0999999999&wait=60s',
    `POST callbacks/settled?wait=60s&retries=true&transaction_id=${transaction}`,
  ];
}

/** A transaction whose callback is sent in an hour. */
async function pendingTransaction(ask: Ask): Promise<string> {
  await paidByAggregator(ask, 'PENDING', 'http://127.0.0.1:9', { delay: '1h' });
  const list = await ask('/_sandbox/api/transactions?invoice_no=PENDING-4');
  return JSON.parse(list.text).data[0].id;
}

/** Pays with the aggregator, whose callback goes to this merchant. */
export async function paidByAggregator(
  ask: Ask,
  prefix: string,
  merchantUrl: string,
  choice: Readonly<Record<string, string>> = {},
): Promise<void> {
  const token = await startedCheckout(ask, orderOf(4, prefix, merchantUrl));
  await ask(`/_sandbox/api/checkouts/${token}/approve`, choice);
}

/** Sends a form slowly and never completes it. Settles when the server closes the connection. */
function upload(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/v1/transaction/walletA/verify HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 10000\r\n\r\n`,
  );
  const drip = setInterval(() => socket.write('a'), dripMs);
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(drip);
      resolve();
    });
  });
}

/** The connection was closed or refused: the server has stopped or is stopping. */
function isGone(error: unknown): boolean {
  return error instanceof TypeError;
}
