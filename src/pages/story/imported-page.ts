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
  kind: string,
  id: number,
): { readonly title: string; readonly content: string } | undefined {
  const page = pages[kind]?.(story.runtime, reader, id);
  if (!page) return undefined;
  return {
    title: page.title.replace(/ · gateway-sandbox$/, ''),
    content: readOnly(page.html, storyPath(story)),
  };
}

interface Rendered {
  readonly title: string;
  readonly html: string;
}

const pages: Readonly<
  Record<string, (runtime: Runtime, reader: Reader, id: number) => Rendered | undefined>
> = {
  transactions: (runtime, reader, id) => {
    const row = runtime.store.transactions.get(id);
    if (!row) return undefined;
    const model = transactionPage(runtime, reader, row);
    const verdict = { ...model.verdict, variantPath: undefined, doctorHref: undefined };
    const html = render('dashboard/transaction', { ...model, verdict, checkoutHref: undefined, exports: [] });
    return { title: model.title, html };
  },
  requests: (runtime, reader, id) => {
    const row = runtime.store.requests.get(id);
    if (!row) return undefined;
    const model = requestPage(runtime, reader, row);
    return {
      title: model.title,
      html: render('dashboard/request', { ...model, checkoutHref: undefined, exports: [] }),
    };
  },
  callbacks: (runtime, reader, id) => {
    const row = runtime.store.callbacks.get(id);
    if (!row) return undefined;
    const model = callbackPage(runtime, reader, row, Number.MAX_SAFE_INTEGER);
    return { title: model.title, html: render('dashboard/callback', model) };
  },
};

/**
 * Removes forms, and links that lead out of the imported payment. All untrusted text in these pages is
 * escaped, so every tag and attribute is from our own templates.
 */
function readOnly(html: string, base: string): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replace(/<form\b[\s\S]*?<\/form>/g, '')
    .replace(/<p class="files">[\s\S]*?<\/p>/g, '')
    .replace(/<section class="box" aria-labelledby="(?:export|otherwise|again)">[\s\S]*?<\/section>/g, '')
    .replace(/ data-(?:parts|part)(?:="[^"]*")?/g, '')
    .replace(/ href="(\/[^"]*)"/g, (_, href: string) =>
      /^\/_sandbox\/(?:transactions|requests|callbacks)\/\d+(?:#[^"]*)?$/.test(href)
        ? ` href="${base}${href.slice('/_sandbox'.length)}"`
        : '',
    );
}
