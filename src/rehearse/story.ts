import type { Message, Outcome } from './outcome.ts';

/** One order's day, line by line: what was sent when, what your app answered, what the order said. */
export function storyOf({ messages, state, customer }: Outcome): readonly string[] {
  const read = state && `${JSON.stringify(state.word)}${recorded(state.timesPaid)}`;
  return [
    customer.does,
    ...groups(messages).map(([message, count]) => lineOf(message, count)),
    read === undefined ? 'At the end, the order could not be read.' : `At the end, the order reads ${read}.`,
  ];
}

function recorded(timesPaid: number | undefined): string {
  if (timesPaid === undefined) return '';
  return timesPaid === 1 ? ', recorded as paid once' : `, recorded as paid ${timesPaid} times`;
}

/** The same message with the same answer several times in a row counts as one line. */
function groups(messages: readonly Message[]): readonly (readonly [Message, number])[] {
  const all: [Message, number][] = [];
  for (const message of messages.toSorted((one, other) => one.atMs - other.atMs)) {
    const last = all.at(-1);
    if (last && wordsOf(last[0]) === wordsOf(message)) last[1] += 1;
    else all.push([message, 1]);
  }
  return all;
}

function lineOf(message: Message, count: number): string {
  const at = `${(message.atMs / 1000).toFixed(3)} s`;
  const times = count === 1 ? '' : `${count} × `;
  return `${at.padStart(10)}  ${times}${wordsOf(message)}${count === 1 ? ` (${message.durationMs} ms)` : ''}`;
}

function wordsOf({ what, method, url, isForged, status, error, said }: Message): string {
  const [address = ''] = url.split('?');
  const query = url.includes('?') ? '?…' : '';
  const words = said === '' ? '' : ` ${JSON.stringify(said)}`;
  return `${isForged ? 'forged ' : ''}${what} ${method} ${address}${query} → ${status ?? error}${words}`;
}
