import type { Page } from './contract.ts';
import { SandboxError } from './sandbox-error.ts';

/** The API's maximum page size. */
const mostAtOnce = 200;

/**
 * Reads all pages of a list. A row that moves to the next page while they are read, because another was
 * added, is returned once.
 *
 * @throws SandboxError for a page that no sandbox sends. Otherwise, reading could go on forever.
 */
export async function everyRow<Row>(
  read: (query: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<Row>>,
  id: (row: Row) => string,
): Promise<readonly Row[]> {
  const rows = new Map<string, Row>();
  let cursor: string | undefined;
  for (;;) {
    const { data, next } = await read({ limit: mostAtOnce, cursor });
    for (const row of data) rows.set(id(row), row);
    if (next === null) return [...rows.values()];
    if (data.length === 0 || next === cursor)
      throw new SandboxError(
        0,
        'NOT_A_SANDBOX',
        'The server that answered is not gateway-sandbox: its pages do not end.',
      );
    cursor = next;
  }
}
