import type { Context } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type ContentPage, keptContent, writtenLater } from '../kept-content.ts';
import { readerOf } from '../reader.ts';
import { render, type ViewName } from '../render.ts';
import { testerFrame } from '../tester-frame.ts';
import { type ListDefinition, listPage } from './lists.ts';
import { withUnpaid } from './unpaid.ts';

/** A row that shows its age. */
export interface Aged {
  readonly at: string;
  readonly age: string;
}

/** A list page that renders its rows only when something has changed. Their ages are written each time. */
export function listContent<Row extends Aged & { readonly id: string }>(
  c: Context<AppEnv>,
  runtime: Runtime,
  list: ListDefinition<Row>,
  view: ViewName,
): ContentPage {
  const { section } = list;
  const reader = readerOf(c);
  const { t, lang, address } = reader;
  return {
    ...testerFrame(runtime, reader, section, t.rail.pages[section]),
    // The address contains the account and the filters.
    content: keptContent(runtime, [section, lang, address], () => {
      const page = withUnpaid(runtime, reader, listPage(c, runtime, reader, list));
      const { rows, unpaid } = page;
      const times = [...rows, ...unpaid].map(({ at }) => Date.parse(at));
      return {
        html: render(view, { ...page, rows: rows.map(unaged), unpaid: unpaid.map(unaged) }),
        texts: (now) => times.map((at) => t.dashboard.payments.age((now - at) / 1000)),
      };
    }),
  };
}

function unaged<Row extends Aged>(row: Row): Row {
  return { ...row, age: writtenLater };
}
