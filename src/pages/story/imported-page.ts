import type { OpenStory } from '../../http/parts.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { callbackPage } from '../dashboard/callback-page.ts';
import { requestPage } from '../dashboard/request-page.ts';
import { transactionPage } from '../dashboard/transaction-page.ts';
import type { Reader } from '../reader.ts';
import { render } from '../render.ts';

export function storyPath({ id }: Pick<OpenStory, 'id'>): string {
  return `/_sandbox/stories/${id}`;
}

/**
 * The main part of a payment's, a call's or a callback's page at the time of the export. Undefined if the
 * payment's file doesn't contain that record.
 */
export function importedPage(
  story: OpenStory,
  reader: Reader,
  { kind, id, before }: ImportedRecord,
): { readonly title: string; readonly content: string } | undefined {
  const base = storyPath(story);
  const page = pages[kind]?.(story.runtime, reader, { id, before }, (model) =>
    withOwnLinks({ ...model, imported: true }, base),
  );
  return page && { ...page, title: page.title.replace(/ · gateway-sandbox$/, '') };
}

/** A record of a payment's file. */
export interface ImportedRecord {
  /** The list that it belongs to, as in the address. */
  readonly kind: string;
  readonly id: number;
  /** The number below which the attempts of a callback are shown. */
  readonly before: number;
}

interface Rendered {
  readonly title: string;
  /** HTML. */
  readonly content: string;
}

/** Turns a page's model into that of the imported page. */
type Imported = <Model extends object>(model: Model) => Model;

type Place = Omit<ImportedRecord, 'kind'>;

const pages: Readonly<
  Record<string, (runtime: Runtime, reader: Reader, place: Place, imported: Imported) => Rendered | undefined>
> = {
  transactions: (runtime, reader, { id }, imported) => {
    const row = runtime.store.transactions.get(id);
    if (!row) return undefined;
    const model = transactionPage(runtime, reader, row);
    const verdict = { ...model.verdict, actions: [], variantPath: undefined, doctorHref: undefined };
    const callbacks = model.callbacks.map((each) => ({ ...each, action: undefined }));
    return {
      title: model.title,
      content: render('dashboard/transaction', imported({ ...model, verdict, callbacks })),
    };
  },
  requests: (runtime, reader, { id }, imported) => {
    const row = runtime.store.requests.get(id);
    if (!row) return undefined;
    const model = requestPage(runtime, reader, row);
    return { title: model.title, content: render('dashboard/request', imported(model)) };
  },
  callbacks: (runtime, reader, { id, before }, imported) => {
    const row = runtime.store.callbacks.get(id);
    if (!row) return undefined;
    const model = callbackPage(runtime, reader, row, before);
    return { title: model.title, content: render('dashboard/callback', imported(model)) };
  },
};

/** The model with links that stay in the imported payment, and no others. */
function withOwnLinks<Model extends object>(model: Model, base: string): Model {
  const text = JSON.stringify(model, (name, value: unknown) =>
    /^href$|Href$/.test(name) && typeof value === 'string' ? ownLink(value, base) : value,
  );
  // Models are plain data, which JSON keeps.
  return JSON.parse(text) as Model;
}

function ownLink(href: string, base: string): string | undefined {
  const isOwn = /^\/_sandbox\/(?:transactions|requests|callbacks)\/\d+(?:\?before=\d+)?(?:#.*)?$/.test(href);
  return isOwn ? `${base}${href.slice('/_sandbox'.length)}` : undefined;
}
