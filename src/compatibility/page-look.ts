import type { AppAnswer } from './ask-app.ts';

type Look = (page: AppAnswer) => string;

/**
 * What a page shows, from the finest to the coarsest. Numbers do not count: they are times, dates, and counters,
 * and differ between two visits.
 */
const looks: readonly Look[] = [
  ({ status, location, body }) => JSON.stringify([status, withoutNumbers(location), withoutNumbers(body)]),
  ({ status, location }) => JSON.stringify([status, withoutNumbers(location)]),
  ({ status, location }) => JSON.stringify([status, withoutNumbers(location?.split('?', 1)[0])]),
];

const withoutNumbers = (text = '') => text.replace(/\p{Nd}+/gu, '0');

/** Sends messages to the app and shows the page. */
interface Visits<Message> {
  readonly page: () => Promise<AppAnswer>;
  readonly pageAfter: (message: Message) => Promise<AppAnswer>;
}

/** A page that changes by itself, every few visits or seconds, changes again within so many repetitions. */
const repetitions = 5;

/**
 * The first of these messages that changes the page. Undefined if none does, or if the page changes by itself, as
 * one with advertisements does.
 */
export async function messageThatShows<Message>(
  { page, pageAfter }: Visits<Message>,
  usual: Message,
  others: readonly Message[],
): Promise<Message | undefined> {
  const [first, second] = [await pageAfter(usual), await pageAfter(usual)];
  const look = looks.find((each) => each(first) === each(second));
  if (!look) return undefined;
  for (const other of others) {
    const changed = look(await pageAfter(other));
    if (changed === look(first)) continue;
    for (let count = 0; count < repetitions; count += 1)
      if (look(await page()) !== changed || look(await pageAfter(other)) !== changed) return undefined;
    return other;
  }
  return undefined;
}
