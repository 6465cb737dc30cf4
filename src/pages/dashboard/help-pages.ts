import type { Hono } from 'hono';
import { packageFile } from '../../host/package-files.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { TesterFrame } from '../tester-models.ts';

/** A guide as `npm run docs` wrote it into fixtures/help.json. */
interface Article {
  readonly title: string;
  readonly isRightToLeft: boolean;
  /** Made of our own docs alone. */
  readonly html: string;
}

export interface HelpListPage extends TesterFrame {
  readonly articles: readonly (Pick<Article, 'title' | 'isRightToLeft'> & { readonly name: string })[];
}

export interface HelpPage extends TesterFrame {
  readonly article: Article;
}

/** The guides of the package, which need no network. */
export function helpPages(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/help', (c) => {
    const reader = readerOf(c);
    const articles = Object.entries(allArticles()).map(([name, { title, isRightToLeft }]) => ({
      name,
      title,
      isRightToLeft,
    }));
    const model: HelpListPage = {
      ...testerFrame(runtime, reader, 'help', reader.t.rail.pages.help),
      articles,
    };
    return page(c, 200, 'dashboard/help', model);
  });
  app.get('/_sandbox/help/:name', (c) => {
    const articles = allArticles();
    const name = c.req.param('name');
    const article = Object.hasOwn(articles, name) ? articles[name] : undefined;
    if (!article) return notFoundPage(c, runtime);
    const model: HelpPage = { ...testerFrame(runtime, readerOf(c), 'help', article.title), article };
    return page(c, 200, 'dashboard/help-article', model);
  });
}

/** Read when somebody asks for help: a sandbox that runs tests never holds it. */
function allArticles(): Readonly<Record<string, Article>> {
  // Our own file, which a test compares with the docs.
  return JSON.parse(packageFile('fixtures/help.json')) as Record<string, Article>;
}
