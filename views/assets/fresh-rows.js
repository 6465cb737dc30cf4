import { showAges } from './ages.js';
import { fetchPage } from './look.js';
import { showLocalTimes } from './times.js';
import { update } from './update.js';
import { words } from './words.js';

/**
 * Updates the rows of a list in their places, from its fresh page and older ones. A row that no longer matches the
 * filters stays, marked, until a reload or the button for new rows: without it, the rows below would move.
 */
export async function updateRows(list, page) {
  const shown = rowsIn(list);
  const matching = await findRows([...shown.keys()], location.search, page);
  if (!matching) return;
  const others = [...shown.keys()].filter((id) => !matching.has(id));
  const account = new URLSearchParams(location.search).get('account') ?? '';
  const left = await findRows(others, new URLSearchParams({ account }));
  if (!left) return;
  for (const row of left.values()) markAsLeft(row);
  for (const [id, row] of shown) {
    const found = matching.get(id) ?? left.get(id);
    if (found) replace(row, found.cloneNode(true));
    // No longer kept.
    else row.remove();
  }
}

/** How many rows of the fresh list aren't shown yet. Rows further down may be new too: they match only now. */
export function countNew(list, fresh) {
  const shown = rowsIn(list);
  const oldest = list.querySelector('[rel="next"]') ? Math.min(...shown.keys()) : 0;
  return [...rowsIn(fresh).keys()].filter((id) => id > oldest && !shown.has(id)).length;
}

export function replace(shown, fresh) {
  showAges(fresh);
  showLocalTimes(fresh);
  update(shown, fresh);
}

/** Finds rows by their IDs, on one page after the other. Undefined if a page isn't there. */
async function findRows(ids, search, first) {
  const found = new Map();
  let page = first;
  for (let left = ids; left.length > 0; page = undefined) {
    const query = new URLSearchParams(search);
    query.set('before', Math.max(...left) + 1);
    page ??= await fetchPage(`?${query}`);
    // Something else may answer there, such as a proxy.
    if (!page?.querySelector('[data-list]')) return undefined;
    for (const [id, row] of rowsIn(page)) if (left.includes(id)) found.set(id, row);
    const older = page.querySelector('[rel="next"]');
    const end = older ? Number(new URL(older.href).searchParams.get('before')) : 0;
    left = left.filter((id) => id < end);
  }
  return found;
}

function rowsIn(root) {
  return new Map([...root.querySelectorAll('[data-row]')].map((row) => [Number(row.dataset.row), row]));
}

/** Takes no room, so that nothing moves. */
function markAsLeft(row) {
  const mark = document.createElement('span');
  mark.className = 'visually-hidden';
  mark.textContent = ` ${words.noLongerMatches}`;
  row.dataset.left = '';
  row.title = words.noLongerMatches;
  row.querySelector('.main-cell a').append(mark);
}
