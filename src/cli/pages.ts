import { CommandFailed } from './control-client.ts';

/** How much of a list is printed. */
export interface PageFlags {
  readonly limit?: number;
  readonly all?: boolean;
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** Page size and cursor. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export type PageOf<Row> = (query: PageQuery) => Promise<Page<Row>>;

export const usualLimit = 50;
/** The API's maximum page size. */
export const mostAtOnce = 200;
/** Counting stops here: the API has no count, so every page must be read. */
export const mostCounted = 1000;

/** Reads as many pages as the requested rows need. */
export async function rowsOf<Row>(
  { limit: most = usualLimit, all = false }: PageFlags,
  page: PageOf<Row>,
): Promise<{ data: readonly Row[]; next: string | null }> {
  const data: Row[] = [];
  const wanted = all ? Number.POSITIVE_INFINITY : most;
  let next: string | null = null;
  do {
    const limit = Math.min(mostAtOnce, wanted - data.length);
    const answer: Page<Row> = await readPage(page, { limit, ...(next !== null && { cursor: next }) });
    for (const row of answer.data) data.push(row);
    next = answer.next;
  } while (next !== null && data.length < wanted);
  return { data, next };
}

/** The last line of a shortened list: how many more rows there are. Empty if there are none. */
export async function moreOf<Row>(next: string | null, page: PageOf<Row>): Promise<string> {
  if (next === null) return '';
  let count = 0;
  for (let cursor: string | null = next; cursor !== null && count <= mostCounted; ) {
    const answer: Page<Row> = await readPage(page, { limit: mostAtOnce, cursor });
    count += answer.data.length;
    cursor = answer.next;
  }
  if (count === 0) return '';
  return `\nand ${countText(count)} more: --all shows them`;
}

/** A count that stopped beyond `mostCounted`. */
export function countText(count: number): string {
  return count > mostCounted ? `more than ${mostCounted.toLocaleString('en-US')}` : String(count);
}

/** Throws `CommandFailed` for a page that no sandbox sends. Otherwise, reading could go on forever. */
async function readPage<Row>(page: PageOf<Row>, query: PageQuery): Promise<Page<Row>> {
  const answer = await page(query);
  const { data, next } = answer;
  const isEndless = next !== null && (data.length === 0 || next === query.cursor);
  if (isEndless || data.length > query.limit)
    throw new CommandFailed(
      'The server that answered is not gateway-sandbox: its pages do not end. Set another address with --url URL.',
    );
  return answer;
}
